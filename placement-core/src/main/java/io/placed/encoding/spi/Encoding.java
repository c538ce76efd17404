package io.placed.encoding.spi;

import io.placed.schema.Storage;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * One way to store an array of values: identifier, name, scheme (the writing side), and decoders
 * (the reading side). A descriptor implements one interface for each kind of array that it can
 * decode. The Javadoc of a descriptor specifies the grammar of its bytes. Stateless.
 *
 * <p>An array starts with its identifier. The bytes after it depend on the identifier and on the
 * storage of the values; grammars describe these bytes for n values. Numbers are little-endian.
 * Arrays are nested at most {@value #MAX_DEPTH} deep. An array without values is plain (BITS:
 * bitmap) and has no bytes after its identifier.
 */
public abstract class Encoding {
  /**
   * Maximum nesting of arrays; for example, a dictionary of run-length encoded strings has 4
   * levels.
   */
  public static final int MAX_DEPTH = 4;

  private final int id;
  private final String name;
  private final Scheme scheme;

  /**
   * @param id must never be used for another encoding
   * @param name used in descriptions of arrays
   * @param schemeOrNull the writing side; null if the encoding is not chosen by comparison with
   *     others
   */
  protected Encoding(int id, String name, Scheme schemeOrNull) {
    this.id = id;
    this.name = name;
    this.scheme = schemeOrNull;
  }

  public final int id() {
    return id;
  }

  public final String name() {
    return name;
  }

  /** The writing side; null if the encoding is not chosen by comparison with others. */
  public final Scheme scheme() {
    return scheme;
  }

  /** Storages of the values that this encoding can decode. */
  public Set<Storage> storages() {
    Set<Storage> storages = EnumSet.noneOf(Storage.class);
    add(this instanceof OfBooleans, Storage.BITS, storages);
    add(this instanceof OfInts, Storage.INT, storages);
    add(this instanceof OfLongs, Storage.LONG, storages);
    add(this instanceof OfFloats, Storage.FLOAT, storages);
    add(this instanceof OfDoubles, Storage.DOUBLE, storages);
    add(this instanceof OfInt128s, Storage.INT128, storages);
    add(this instanceof OfBytes, Storage.BYTES, storages);
    return Collections.unmodifiableSet(storages);
  }

  private static void add(boolean has, Storage storage, Set<Storage> storages) {
    if (has) {
      storages.add(storage);
    }
  }

  /**
   * Opens decoders of 32-bit integers. The interfaces of all kinds are alike: they open an array of
   * n values whose identifier was read, and leave the reader at its end.
   */
  public interface OfInts {
    IntDecoder ints(DecodeContext context, int n);
  }

  /** Opens decoders of 64-bit integers; see {@link OfInts}. */
  public interface OfLongs {
    LongDecoder longs(DecodeContext context, int n);
  }

  /** Opens decoders of 32-bit floating-point numbers; see {@link OfInts}. */
  public interface OfFloats {
    FloatDecoder floats(DecodeContext context, int n);
  }

  /** Opens decoders of 64-bit floating-point numbers; see {@link OfInts}. */
  public interface OfDoubles {
    DoubleDecoder doubles(DecodeContext context, int n);
  }

  /** Opens decoders of 128-bit integers; see {@link OfInts}. */
  public interface OfInt128s {
    Int128Decoder int128s(DecodeContext context, int n);
  }

  /** Opens decoders of byte strings; see {@link OfInts}. */
  public interface OfBytes {
    BytesDecoder bytes(DecodeContext context, int n);
  }

  /** Opens decoders of booleans; see {@link OfInts}. */
  public interface OfBooleans {
    BooleanDecoder booleans(DecodeContext context, int n);
  }
}
