package io.placed.encoding.values;

import io.placed.bytes.ByteWriter;
import io.placed.schema.Storage;
import io.placed.vector.Bits;
import io.placed.vector.BytesColumn;
import java.util.Arrays;

/** Byte strings in an arena that is owned by the caller. */
public final class StringValues extends PageValues {
  private final byte[] arena;
  private final int[] starts;
  private final int[] lengths;
  private final int n;
  private final long[] validity;
  private final int validityFrom;
  private long plainBytes = -1;
  private long totalBytes;

  /**
   * @param validity bit validityFrom + i is set if value i is not null and its bytes are needed;
   *     null if all are
   */
  public StringValues(
      byte[] arena, int[] starts, int[] lengths, int n, long[] validity, int validityFrom) {
    this.arena = arena;
    this.starts = starts;
    this.lengths = lengths;
    this.n = n;
    this.validity = validity;
    this.validityFrom = validityFrom;
  }

  /** References values of a column, with filled nulls. */
  public static StringValues load(
      BytesColumn column, int from, int n, int[] starts, int[] lengths) {
    System.arraycopy(column.starts(), from, starts, 0, n);
    System.arraycopy(column.lengths(), from, lengths, 0, n);
    long[] validity = Missing.any(column.validity(), from, n) ? column.validity() : null;
    Missing.fill(starts, validity, from, n);
    Missing.fill(lengths, validity, from, n);
    return new StringValues(column.arena(), starts, lengths, n, validity, from);
  }

  public byte[] arena() {
    return arena;
  }

  public int start(int i) {
    return starts[i];
  }

  public int length(int i) {
    return lengths[i];
  }

  /** Bytes of value i in the plain encoding. */
  public int plainLength(int i) {
    return validity == null || Bits.get(validity, validityFrom + i) ? lengths[i] : 0;
  }

  @Override
  public Storage storage() {
    return Storage.BYTES;
  }

  @Override
  public int count() {
    return n;
  }

  @Override
  int countRuns(int[] runStarts) {
    int runs = 1;
    if (runStarts != null) {
      runStarts[0] = 0;
    }
    for (int i = 1; i < n; i++) {
      if (!equal(i, i - 1)) {
        if (runStarts != null) {
          runStarts[runs] = i;
        }
        runs++;
      }
    }
    return runs;
  }

  private boolean equal(int a, int b) {
    int length = lengths[a];
    return length == lengths[b]
        && (starts[a] == starts[b]
            || Arrays.equals(
                arena, starts[a], starts[a] + length, arena, starts[b], starts[b] + length));
  }

  @Override
  public long[] othersThan(PageValues value) {
    StringValues v = (StringValues) value;
    int length = v.lengths[0];
    int start = v.starts[0];
    long[] out = new long[Bits.words(n)];
    for (int i = 0; i < n; i++) {
      int s = starts[i];
      boolean same =
          lengths[i] == length
              && ((arena == v.arena && s == start)
                  || Arrays.equals(arena, s, s + length, v.arena, start, start + length));
      out[i >>> 6] |= same ? 0 : 1L << i;
    }
    return out;
  }

  @Override
  public PageValues gather(int[] positions, int count) {
    int[] s = new int[count];
    int[] l = new int[count];
    for (int k = 0; k < count; k++) {
      s[k] = starts[positions[k]];
      l[k] = lengths[positions[k]];
    }
    return new StringValues(arena, s, l, count, null, 0);
  }

  @Override
  public void writeConstant(ByteWriter out) {
    out.u32(lengths[0]);
    out.bytes(arena, starts[0], lengths[0]);
  }

  /** Estimated size of the plain encoding. */
  public long plainBytes() {
    if (plainBytes < 0) {
      long total = 0;
      int max = 0;
      int min = Integer.MAX_VALUE;
      for (int i = 0; i < n; i++) {
        int length = plainLength(i);
        total += length;
        max = Math.max(max, length);
        min = Math.min(min, length);
      }
      totalBytes = total;
      plainBytes = 12 + total + (long) n * (bits(max - min) + 1) / 8;
    }
    return plainBytes;
  }

  /** Total bytes of all values in the plain encoding. */
  public long totalBytes() {
    plainBytes();
    return totalBytes;
  }

  @Override
  public double valueBytes() {
    return (double) plainBytes() / n;
  }

  @Override
  public DictionaryBuilder newDictionary() {
    return new StringDictionary();
  }

  @Override
  public DictionaryBuilder newDictionaryOfThese() {
    return new StringDictionary(arena);
  }

  @Override
  public PageValues within(long maxBytes) {
    if (totalBytes() <= maxBytes) {
      return this;
    }
    int most = (int) Math.max(1, Math.min(Integer.MAX_VALUE, maxBytes / n));
    int[] beginnings = new int[n];
    for (int i = 0; i < n; i++) {
      beginnings[i] = Math.min(lengths[i], most);
    }
    return new StringValues(arena, starts, beginnings, n, validity, validityFrom);
  }
}
