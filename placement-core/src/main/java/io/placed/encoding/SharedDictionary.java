package io.placed.encoding;

import io.placed.error.MalformedDataException;
import io.placed.schema.Type;

/**
 * The dictionary that pages of one column chunk share: size:u32 and an array of so many ascending
 * values. Immutable; may be used by many decoders at once.
 */
public final class SharedDictionary {
  /** Bounds what a reader allocates; the writer stays far below, see {@link EncodingOptions}. */
  static final int MAX_SIZE = 1 << 20;

  private final DictionaryValues values;

  private SharedDictionary(DictionaryValues values) {
    this.values = values;
  }

  /**
   * Reads what {@link EncodedChunk#dictionary} held.
   *
   * @throws MalformedDataException if the bytes are no dictionary of this type
   */
  public static SharedDictionary read(Type type, byte[] bytes, int offset, int length) {
    ByteReader in = new ByteReader(bytes, offset, length);
    switch (type.storage()) {
      case BITS, NONE, LENGTHS ->
          throw new MalformedDataException("a dictionary of " + type + " values");
      default -> {
        int size = in.count(0, MAX_SIZE, "dictionary size");
        DictionaryValues values = DictionaryValues.read(type.storage(), in, size, 1);
        in.expectEnd();
        return new SharedDictionary(values);
      }
    }
  }

  /** Number of values. */
  public int size() {
    return values.size;
  }

  DictionaryValues values() {
    return values;
  }
}
