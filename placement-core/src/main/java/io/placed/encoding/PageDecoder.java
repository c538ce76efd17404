package io.placed.encoding;

import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.vector.Bits;
import io.placed.vector.BooleanColumn;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.Int128Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import java.util.List;

/**
 * Reads the body of a page.
 *
 * <pre>
 * body     := valueCount:u32 validity values
 * validity := 0:u8                  every value is present
 *           | BITS array(n)         bit set = present
 * values   := nothing               struct
 *           | INT array(n)          list, map: number of elements
 *           | array(n) of the storage of the type, see {@link EncodingId}
 * </pre>
 *
 * Missing values have slots in the values, whose content means nothing. Keeps a reference to the
 * bytes, which must not change. For one thread.
 */
public final class PageDecoder {
  /** Validity of a page without missing values; no boolean array starts with it. */
  static final int ALL_PRESENT = 0;

  /** Appends values, not validity, to a column of the right storage. */
  private interface Values {
    void append(int from, int count, Column target);
  }

  private final Storage storage;
  private final int count;
  private final BooleanDecoder validity;
  private final String description;
  private IntDecoder lengths;
  private Values values;
  private long[] bits = new long[BitPacking.VECTOR / 64];

  /** Set if the page holds what is left of the values when their function of others is known. */
  private DerivedDecoder derived;

  private PageDecoder(
      Type type,
      ByteReader in,
      int expectedCount,
      SharedPart sharedOrNull,
      Derivation derivationOrNull) {
    storage = type.storage();
    count = in.count(expectedCount, expectedCount, "number of values");
    int id = in.u8("validity");
    validity = id == ALL_PRESENT ? null : Decoders.booleans(id, in, count, 1);
    String text =
        derivationOrNull != null && count > 0 && in.peek("encoding") == EncodingId.DERIVED
            ? openDerived(in, derivationOrNull)
            : open(in, sharedOrNull);
    in.expectEnd();
    description = validity == null ? text : text + " nulls:" + validity.describe();
  }

  /** Opens a page of a column that has no derivation. */
  public static PageDecoder open(
      Type type, byte[] bytes, int offset, int length, int expectedCount, SharedPart sharedOrNull) {
    return open(type, bytes, offset, length, expectedCount, sharedOrNull, null, null);
  }

  /**
   * Opens the page of {@code length} bytes at {@code offset}.
   *
   * @param expectedCount number of values, known from elsewhere; bounds the memory used
   * @param sharedOrNull what the pages of the chunk share, if it has such a part
   * @param derivationOrNull of the column, if it has one
   * @param scratchOrNull arrays used again from page to page, not in use by another decoder; a
   *     decoder that used them before ends here
   * @throws MalformedDataException if the bytes are no page of this type with so many values. What
   *     only decoding can show (a code outside the dictionary) is thrown by {@link #decode}
   */
  public static PageDecoder open(
      Type type,
      byte[] bytes,
      int offset,
      int length,
      int expectedCount,
      SharedPart sharedOrNull,
      Derivation derivationOrNull,
      Scratch scratchOrNull) {
    if (expectedCount < 0) {
      throw new IllegalArgumentException("expected count " + expectedCount);
    }
    if (scratchOrNull != null) {
      scratchOrNull.reset();
    }
    return new PageDecoder(
        type,
        new ByteReader(bytes, offset, length, scratchOrNull),
        expectedCount,
        sharedOrNull,
        derivationOrNull);
  }

  private String openDerived(ByteReader in, Derivation derivation) {
    in.u8("encoding");
    derived = new DerivedDecoder(in, count, storage, 1, derivation);
    return derived.describe();
  }

  private String open(ByteReader in, SharedPart part) {
    DictionaryValues shared = part == null ? null : part.values();
    switch (storage) {
      case BITS -> {
        BooleanDecoder d = Decoders.booleans(in, count, 1);
        values = (from, n, target) -> appendBits(d, from, n, (BooleanColumn) target);
        return d.describe();
      }
      case INT -> {
        IntDecoder d = Decoders.ints(in, count, 1, shared);
        values =
            (from, n, t) -> {
              int at = grow(t, n);
              d.decode(from, n, ((IntColumn) t).values(), at);
            };
        return d.describe();
      }
      case LONG -> {
        LongDecoder d = Decoders.longs(in, count, 1, shared);
        values =
            (from, n, t) -> {
              int at = grow(t, n);
              d.decode(from, n, ((LongColumn) t).values(), at);
            };
        return d.describe();
      }
      case FLOAT -> {
        FloatDecoder d = Decoders.floats(in, count, 1, shared);
        values =
            (from, n, t) -> {
              int at = grow(t, n);
              d.decode(from, n, ((FloatColumn) t).values(), at);
            };
        return d.describe();
      }
      case DOUBLE -> {
        DoubleDecoder d = Decoders.doubles(in, count, 1, shared);
        values =
            (from, n, t) -> {
              int at = grow(t, n);
              d.decode(from, n, ((DoubleColumn) t).values(), at);
            };
        return d.describe();
      }
      case INT128 -> {
        Int128Decoder d = Decoders.int128s(in, count, 1, shared);
        values =
            (from, n, t) -> {
              int at = grow(t, n);
              d.decode(from, n, ((Int128Column) t).high(), ((Int128Column) t).low(), at);
            };
        return d.describe();
      }
      case BYTES -> {
        BytesDecoder d = Decoders.bytes(in, count, 1, shared, part == null ? null : part.symbols());
        values = (from, n, target) -> d.decode(from, n, (BytesColumn) target);
        return d.describe();
      }
      case LENGTHS -> {
        lengths = Decoders.ints(in, count, 1, null);
        return lengths.describe();
      }
      default -> {
        values = (from, n, target) -> target.setSize(target.size() + n);
        return "struct";
      }
    }
  }

  /** Makes room for n more values; returns where they start. The arrays may be replaced. */
  private static int grow(Column target, int n) {
    int at = target.size();
    target.setSize(at + n);
    return at;
  }

  private void appendBits(BooleanDecoder decoder, int from, int n, BooleanColumn target) {
    int at = grow(target, n);
    decoder.decode(from, n, bits(n));
    Bits.copy(bits, 0, target.words(), at, n);
  }

  private long[] bits(int n) {
    if (bits.length < Bits.words(n)) {
      bits = new long[Bits.words(n)];
    }
    return bits;
  }

  /** Number of values in the page, missing ones included. */
  public int count() {
    return count;
  }

  /** Whether the page says that some values are missing. */
  public boolean hasNulls() {
    return validity != null;
  }

  /** Whether {@link #decodeDerived} is to be called instead of {@link #decode}. */
  public boolean isDerived() {
    return derived != null;
  }

  /**
   * Like {@link #decode}, of a page of a derived column.
   *
   * @param parents the values of the same rows of the columns that the derivation names, in order
   */
  public void decodeDerived(int from, int n, List<DerivedParent> parents, Column target) {
    checkRange(from, n);
    if (derived == null || target.type().storage() != storage) {
      throw new IllegalArgumentException("a derived page of " + storage + " is asked for another");
    }
    if (n > 0) {
      grow(target, n);
      decodeValidity(from, n, target);
      derived.decode(from, n, validity == null ? null : bits, parents, target);
    }
  }

  /**
   * Appends values [from, from + n) with their validity to {@code target}. Of a struct only the
   * size and the validity: append to its children first, then they are left alone.
   *
   * @param from a multiple of 1,024
   * @throws MalformedDataException if the bytes mean nothing; the column then holds undefined
   *     values
   * @throws IllegalArgumentException if the range is not in the page, or for a list or map, whose
   *     lengths {@link #decodeLengths} gives
   */
  public void decode(int from, int n, Column target) {
    checkRange(from, n);
    if (values == null || target.type().storage() != storage) {
      throw new IllegalArgumentException(
          "values of " + storage + " cannot be appended to a column of " + target.type());
    }
    if (n > 0) {
      values.append(from, n, target);
      decodeValidity(from, n, target);
    }
  }

  /**
   * Writes the number of elements of the lists or maps [from, from + n), none negative.
   *
   * @throws MalformedDataException if the bytes mean nothing
   * @throws IllegalArgumentException if the range is not in the page or this is no list or map
   */
  public void decodeLengths(int from, int n, int[] out, int outOffset) {
    checkRange(from, n);
    if (lengths == null) {
      throw new IllegalArgumentException("values of " + storage + " have no lengths");
    }
    lengths.decode(from, n, out, outOffset);
    int negative = 0;
    for (int i = outOffset; i < outOffset + n; i++) {
      negative |= out[i];
    }
    if (negative < 0) {
      throw new MalformedDataException("a list has a negative number of elements");
    }
  }

  /**
   * Marks those of the last n values of {@code target} as missing that are missing among the values
   * [from, from + n) of the page. {@link #decode} does it already.
   *
   * @param from a multiple of 1,024
   */
  public void decodeValidity(int from, int n, Column target) {
    checkRange(from, n);
    int at = target.size() - n;
    if (at < 0) {
      throw new IllegalArgumentException("the column has " + target.size() + " values, not " + n);
    }
    if (validity == null || n == 0) {
      return;
    }
    validity.decode(from, n, bits(n));
    if (Bits.count(bits, 0, n) < n) {
      Bits.copy(bits, 0, target.makeValidity(target.size()), at, n);
    }
  }

  private void checkRange(int from, int n) {
    if (from < 0 || n < 0 || n > count - from || (from & (BitPacking.VECTOR - 1)) != 0) {
      throw new IllegalArgumentException(
          "values "
              + from
              + " to "
              + (from + (long) n)
              + " of "
              + count
              + "; must start at a multiple of "
              + BitPacking.VECTOR);
    }
  }

  /** The encodings for people, such as {@code dict(1234)/for(9) nulls:bitmap}. */
  public String describe() {
    return description;
  }
}
