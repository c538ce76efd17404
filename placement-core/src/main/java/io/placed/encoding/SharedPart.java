package io.placed.encoding;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.encoding.dictionary.DictionaryValues;
import io.placed.encoding.fsst.FsstTable;
import io.placed.encoding.spi.DecodeContext;
import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;
import io.placed.schema.Type;

/**
 * What the pages of one column chunk share: a dictionary, the symbol table of {@link FsstTable}, or
 * both. Immutable; may be used by many decoders concurrently.
 *
 * <pre>
 * part := kinds:u8  [table, if bit 0 is set]  [size:u32 array(size) ascending, if bit 1 is set]
 * </pre>
 */
public final class SharedPart {
  /**
   * Bounds the memory of a reader; the writer's limits are much lower ({@link EncodingOptions}).
   */
  static final int MAX_SIZE = 1 << 20;

  private static final int SYMBOLS = 1;
  private static final int DICTIONARY = 2;

  private final DictionaryValues values;

  /** The parts that decoders may request by class; entries may be null. */
  private final Object[] parts;

  private final long memory;

  private SharedPart(FsstTable symbols, DictionaryValues values, long memory) {
    this.values = values;
    this.parts = new Object[] {symbols, values};
    this.memory = memory;
  }

  /** Estimated heap bytes. */
  public long memoryBytes() {
    return memory;
  }

  /**
   * Reads the bytes of {@link EncodedChunk#dictionary}.
   *
   * @throws MalformedDataException if the bytes are no shared part of this type
   */
  public static SharedPart read(Type type, byte[] bytes, int offset, int length) {
    ByteReader in = new ByteReader(bytes, offset, length);
    Storage storage = type.storage();
    int kinds = in.u8("kinds of the shared part");
    if (kinds == 0 || kinds > (SYMBOLS | DICTIONARY)) {
      throw new MalformedDataException("unknown kinds of a shared part: " + kinds);
    }
    if (storage == Storage.BITS || storage == Storage.NONE || storage == Storage.LENGTHS) {
      throw new MalformedDataException("a shared part of " + type + " values");
    }
    FsstTable symbols = null;
    if ((kinds & SYMBOLS) != 0) {
      if (storage != Storage.BYTES) {
        throw new MalformedDataException("a symbol table of " + type + " values");
      }
      symbols = FsstTable.read(in);
    }
    DecodeContext context = new DecodeContext(Encodings.ALL, in, null, symbols);
    DictionaryValues values = null;
    if ((kinds & DICTIONARY) != 0) {
      int size = in.u32(0, MAX_SIZE, "dictionary size");
      values = DictionaryValues.read(storage, context, size);
    }
    in.end("the shared part");
    return new SharedPart(symbols, values, context.charged());
  }

  /**
   * Writes the bytes that {@link #read} reads.
   *
   * @param symbols null if there are none
   * @param dictionary size and array; null if there is none
   * @return null if nothing is shared
   */
  static byte[] bytes(FsstTable symbols, byte[] dictionary) {
    if (symbols == null && dictionary == null) {
      return null;
    }
    ByteWriter out = new ByteWriter(16 + (dictionary == null ? 2048 : dictionary.length));
    out.u8((symbols == null ? 0 : SYMBOLS) | (dictionary == null ? 0 : DICTIONARY));
    if (symbols != null) {
      symbols.write(out);
    }
    if (dictionary != null) {
      out.bytes(dictionary, 0, dictionary.length);
    }
    return out.toBytes();
  }

  /** The dictionary; null if there is none. */
  DictionaryValues values() {
    return values;
  }

  Object[] parts() {
    return parts;
  }
}
