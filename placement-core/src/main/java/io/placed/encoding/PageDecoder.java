package io.placed.encoding;

import io.placed.bytes.ByteReader;
import io.placed.encoding.derived.Derivation;
import io.placed.encoding.derived.DerivedDecoder;
import io.placed.encoding.derived.DerivedEncoding;
import io.placed.encoding.derived.DerivedParent;
import io.placed.encoding.kernel.BitPacking;
import io.placed.encoding.spi.BooleanDecoder;
import io.placed.encoding.spi.DecodeContext;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.IntDecoder;
import io.placed.encoding.spi.Matching;
import io.placed.encoding.spi.Scratch;
import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;
import io.placed.schema.Type;
import io.placed.vector.Bits;
import io.placed.vector.Column;
import io.placed.vector.match.ValueMatch;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Reads the body of a page.
 *
 * <pre>
 * body     := valueCount:u32 validity values
 * validity := 0:u8                  every value is present
 *           | BITS array(n)         bit set = present
 * values   := nothing               struct
 *           | INT array(n)          list, map: number of elements
 *           | array(n) of the storage of the type, see {@link Encoding}
 * </pre>
 *
 * Nulls have slots in the values, whose content is undefined. Keeps a reference to the bytes, which
 * must not change. Not thread-safe.
 */
public final class PageDecoder {
  /** Validity of a page without missing values; no boolean array starts with it. */
  static final int ALL_PRESENT = 0;

  private static final Object[] NOTHING = {};

  private final Storage storage;
  private final int count;
  private final BooleanDecoder validity;
  private final Supplier<String> description;
  private final long memory;
  private IntDecoder lengths;

  /** Null for lists, maps and derived pages. */
  private StoredValues values;

  private long[] bits = new long[BitPacking.VECTOR / 64];

  /** Set if the page holds what is left of the values when their function of others is known. */
  private DerivedDecoder derived;

  private PageDecoder(
      Type type, DecodeContext context, int expectedCount, Derivation derivationOrNull) {
    ByteReader in = context.in();
    storage = type.storage();
    count = in.u32(expectedCount, expectedCount, "number of values");
    boolean allPresent = in.peek("validity") == ALL_PRESENT;
    validity = allPresent ? null : context.booleans(count);
    if (allPresent) {
      in.skip(1, "validity");
    }
    description =
        derivationOrNull != null && count > 0 && in.peek("encoding") == DerivedEncoding.ID
            ? openDerived(context, derivationOrNull)
            : open(context);
    in.end("the page");
    memory = context.charged();
  }

  /** Memory that it keeps beside the encoded bytes, about. */
  public long memoryBytes() {
    return memory;
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
    Objects.checkFromIndexSize(offset, length, bytes.length);
    ByteReader in = new ByteReader(bytes, offset, length);
    Object[] shared = sharedOrNull == null ? NOTHING : sharedOrNull.parts();
    return new PageDecoder(
        type,
        new DecodeContext(Encodings.ALL, in, scratchOrNull, shared),
        expectedCount,
        derivationOrNull);
  }

  private Supplier<String> openDerived(DecodeContext context, Derivation derivation) {
    context.in().u8("encoding");
    derived = new DerivedDecoder(context, count, storage, derivation);
    return derived::describe;
  }

  private Supplier<String> open(DecodeContext context) {
    if (storage == Storage.LENGTHS) {
      lengths = context.ints(count);
      return lengths::describe;
    }
    values = StoredValues.open(storage, context, count);
    return values::describe;
  }

  /** Makes room for n more values. The arrays may be replaced. */
  private static void grow(Column target, int n) {
    target.setSize(target.size() + n);
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
      throw new IllegalArgumentException(
          "a derived page of " + storage + " cannot be decoded to " + target.type());
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
      throw new IllegalArgumentException(
          "the column has " + target.size() + " values, at least " + n + " are needed");
    }
    if (validity == null || n == 0) {
      return;
    }
    validity.decode(from, n, bits(n));
    if (Bits.count(bits, 0, n) < n) {
      Bits.copy(bits, 0, target.makeValidity(target.size()), at, n);
    }
  }

  /** Whether {@link #filter} and {@link #select} can be asked. */
  public boolean isSelectable() {
    return values != null && storage != Storage.NONE;
  }

  /**
   * Appends the values {@code from + positions[k]} for k below n, with their validity.
   *
   * @param from a multiple of 1,024
   * @param positions ascending, below 1,024 and in the page
   * @throws MalformedDataException if the bytes mean nothing
   */
  public void select(int from, int[] positions, int n, Column target) {
    requireSelectable(target.type().storage());
    if (n == 0) {
      return;
    }
    int last = positions[n - 1];
    Objects.checkIndex(last, BitPacking.VECTOR);
    checkRange(from, last + 1);
    int at = target.size();
    values.select(from, positions, n, target);
    if (validity != null) {
      validity.decode(from, last + 1, bits(BitPacking.VECTOR));
      if (Bits.count(bits, 0, last + 1) <= last) {
        long[] out = target.makeValidity(target.size());
        Matching.gatherBits(bits, positions, n, out, at);
      }
    }
  }

  /**
   * Says which of the values [from, from + n) are present and match, or are present and do not.
   *
   * @param from a multiple of 1,024
   * @param n at most 1,024
   * @param match of the storage of the values; bits are its for booleans
   * @param out receives the bits from word {@code word} on; those behind the last value are zero
   * @throws MalformedDataException if the bytes mean nothing
   */
  public void filter(int from, int n, ValueMatch match, boolean negated, long[] out, int word) {
    requireSelectable(storage);
    requireVector(from, n);
    values.filter(from, n, match, out, word);
    if (negated) {
      for (int w = word; w < word + Bits.words(n); w++) {
        out[w] = ~out[w];
      }
      Matching.cutOff(out, word, n);
    }
    if (validity != null && n > 0) {
      validity.decode(from, n, bits(BitPacking.VECTOR));
      for (int w = 0; w < Bits.words(n); w++) {
        out[word + w] &= bits[w];
      }
    }
  }

  /** Says which of the values [from, from + n) are present; see {@link #filter}. */
  public void present(int from, int n, long[] out, int word) {
    requireVector(from, n);
    if (validity == null || n == 0) {
      Matching.fill(out, word, n, true);
      return;
    }
    validity.decode(from, n, bits(BitPacking.VECTOR));
    System.arraycopy(bits, 0, out, word, Bits.words(n));
    Matching.cutOff(out, word, n);
  }

  private void requireVector(int from, int n) {
    checkRange(from, n);
    if (n > BitPacking.VECTOR) {
      throw new IllegalArgumentException(
          "at most a vector can be requested, found " + n + " values");
    }
  }

  private void requireSelectable(Storage wanted) {
    if (!isSelectable() || wanted != storage) {
      throw new IllegalArgumentException(
          "values of " + storage + " cannot be selected as " + wanted);
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
    String text = description.get();
    return validity == null ? text : text + " nulls:" + validity.describe();
  }
}
