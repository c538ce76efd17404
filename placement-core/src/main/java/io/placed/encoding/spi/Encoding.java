package io.placed.encoding.spi;

import io.placed.schema.Storage;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * One way to store an array of values: its identifier, its name, the side that writes, and the side
 * that reads, for which a descriptor implements the interface of each kind of arrays that it has a
 * decoder for. The javadoc of a descriptor is the grammar of its bytes. Without state.
 *
 * <p>An array starts with its identifier; what follows depends on it and on the storage of the
 * values, and is given for n values, behind the identifier. Numbers are little-endian. Arrays in
 * arrays are nested at most {@value #MAX_DEPTH} deep. An array of no values is plain (BITS: bitmap)
 * and has no bytes after its identifier.
 */
public abstract class Encoding {
  /** Deepest nesting of arrays: a dictionary of run-length encoded strings, for example, has 4. */
  public static final int MAX_DEPTH = 4;

  private final int id;
  private final String name;
  private final Scheme scheme;

  /**
   * @param id never used for another encoding again
   * @param name for people: descriptions of arrays start with it
   * @param schemeOrNull the side that writes; null if arrays get this encoding in another way than
   *     by comparison with others
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

  /** The side that writes; null if arrays get this encoding in another way than by comparison. */
  public final Scheme scheme() {
    return scheme;
  }

  /** What arrays of this encoding hold. */
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
   * Has decoders of 32-bit integers. The interfaces of all kinds are alike: they open an array of n
   * values, whose identifier was read, and leave the context behind its last byte.
   */
  public interface OfInts {
    IntDecoder ints(DecodeContext context, int n);
  }

  /** Has decoders of 64-bit integers; see {@link OfInts}. */
  public interface OfLongs {
    LongDecoder longs(DecodeContext context, int n);
  }

  /** Has decoders of 32-bit floating point numbers; see {@link OfInts}. */
  public interface OfFloats {
    FloatDecoder floats(DecodeContext context, int n);
  }

  /** Has decoders of 64-bit floating point numbers; see {@link OfInts}. */
  public interface OfDoubles {
    DoubleDecoder doubles(DecodeContext context, int n);
  }

  /** Has decoders of 128-bit integers; see {@link OfInts}. */
  public interface OfInt128s {
    Int128Decoder int128s(DecodeContext context, int n);
  }

  /** Has decoders of byte strings; see {@link OfInts}. */
  public interface OfBytes {
    BytesDecoder bytes(DecodeContext context, int n);
  }

  /** Has decoders of booleans; see {@link OfInts}. */
  public interface OfBooleans {
    BooleanDecoder booleans(DecodeContext context, int n);
  }
}
