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
 * Decodes the body of a page.
 *
 * <pre>
 * body     := valueCount:u32 validity values
 * validity := 0:u8                  no value is null
 *           | BITS array(n)         bit set = not null
 * values   := nothing               struct
 *           | INT array(n)          list, map: number of elements
 *           | array(n) of the storage of the type, see {@link Encoding}
 * </pre>
 *
 * Nulls have slots in the values, whose content is undefined. Keeps a reference to the bytes, which
 * must not change. Not thread-safe.
 */
public final class PageDecoder {
  /** Validity of a page without nulls; no boolean array starts with this byte. */
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

  /**
   * Decoder of a derived page: values are computed from other columns and residuals; otherwise
   * null.
   */
  private DerivedDecoder derived;

  /** The name of the encoding with this identifier, for explanations. */
  public static String encodingName(int id) {
    return Encodings.ALL.all().stream()
        .filter(e -> e.id() == id)
        .map(e -> e.name())
        .findFirst()
        .orElse("encoding " + id + ", which is unknown");
  }

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

  /** Estimated heap bytes besides the encoded bytes. */
  public long memoryBytes() {
    return memory;
  }

  /** Opens a page of a column without a derivation. */
  public static PageDecoder open(
      Type type, byte[] bytes, int offset, int length, int expectedCount, SharedPart sharedOrNull) {
    return open(type, bytes, offset, length, expectedCount, sharedOrNull, null, null);
  }

  /**
   * Opens the page of {@code length} bytes at {@code offset}.
   *
   * @param expectedCount number of values according to the metadata; bounds the memory used
   * @param sharedOrNull the shared part of the chunk, if it has one
   * @param derivationOrNull of the column, if it has one
   * @param scratchOrNull arrays that are reused from page to page; the decoder that used them
   *     before must not be used afterwards
   * @throws MalformedDataException if the bytes are no page of this type with this number of
   *     values. Errors that are detected only during decoding (a code outside of the dictionary)
   *     are thrown by {@link #decode}
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

  /** Makes room for n more values, possibly in new arrays. */
  private static void grow(Column target, int n) {
    target.setSize(target.size() + n);
  }

  private long[] bits(int n) {
    if (bits.length < Bits.words(n)) {
      bits = new long[Bits.words(n)];
    }
    return bits;
  }

  /** Number of values in the page, including nulls. */
  public int count() {
    return count;
  }

  /** Whether the page may contain nulls. */
  public boolean hasNulls() {
    return validity != null;
  }

  /** Whether {@link #decodeDerived} is to be called instead of {@link #decode}. */
  public boolean isDerived() {
    return derived != null;
  }

  /**
   * Like {@link #decode}, for a page of a derived column.
   *
   * @param parents the same rows of the parent columns, in the order of the derivation
   */
  public void decodeDerived(int from, int n, List<DerivedParent> parents, Column target) {
    checkRange(from, n);
    if (derived == null || target.type().storage() != storage) {
      throw new IllegalArgumentException(
          "a derived page of " + storage + " cannot be decoded to " + target.type());
    }
    if (n == 0) {
      return;
    }
    if (storage == Storage.BYTES) {
      if (validity != null) {
        validity.decode(from, n, bits(n));
      }
      derived.decode(from, n, validity == null ? null : bits, parents, target);
      decodeValidity(from, n, target);
    } else {
      grow(target, n);
      decodeValidity(from, n, target);
      derived.decode(from, n, validity == null ? null : bits, parents, target);
    }
  }

  /**
   * Appends values [from, from + n) with their validity to {@code target}. For a struct, sets only
   * size and validity: append to its children first, they are not changed.
   *
   * @param from a multiple of 1,024
   * @throws MalformedDataException if the bytes are malformed; the column then contains undefined
   *     values
   * @throws IllegalArgumentException if the range is outside of the page, or for a list or map (see
   *     {@link #decodeLengths})
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
   * Writes the numbers of elements of the lists or maps [from, from + n), which are not negative.
   *
   * @throws MalformedDataException if the bytes are malformed
   * @throws IllegalArgumentException if the range is outside of the page, or this is no list or map
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
   * Sets the validity of the last n values of {@code target} to that of the values [from, from + n)
   * of the page. {@link #decode} includes this.
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

  /** Whether {@link #filter} and {@link #select} are supported. */
  public boolean isSelectable() {
    return values != null && storage != Storage.NONE;
  }

  /**
   * Appends the values {@code from + positions[k]} for k below n, with their validity.
   *
   * @param from a multiple of 1,024
   * @param positions ascending, below 1,024 and in the page
   * @throws MalformedDataException if the bytes are malformed
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
   * Computes which of the values [from, from + n) are not null and match, or with {@code negated}
   * are not null and do not match.
   *
   * @param from a multiple of 1,024
   * @param n at most 1,024
   * @param match for the storage of the values; booleans use the match for bits
   * @param out receives the bits, starting with word {@code word}; bits after the last value are
   *     zero
   * @throws MalformedDataException if the bytes are malformed
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

  /** Computes which of the values [from, from + n) are not null; see {@link #filter}. */
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

  /** Readable description of the encodings, such as {@code dict(1234)/for(9) nulls:bitmap}. */
  public String describe() {
    String text = description.get();
    return validity == null ? text : text + " nulls:" + validity.describe();
  }
}
