package io.placed.placement.reorder;

import io.placed.schema.Storage;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.Int128Column;
import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Divides the values of a column into numbered ranges with about equally many values each, for any
 * distribution. Range 0 contains the nulls.
 *
 * <p>Bounds are the quantiles of a sample and may be equal: a frequent value spans several ranges,
 * of which it gets the middle one. Therefore the numbers of a column with few distinct values are
 * spread over all ranges, and their highest bits distinguish the values.
 */
public final class QuantileRanges implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  private final Storage storage;

  /** Prefixes of the bounds ({@link SortOrder}), ascending, possibly equal. */
  private final long[] prefixes;

  /** The bounds as bytes, or as halves of 128-bit integers, if prefixes are not exact. */
  private final byte[][] bytes;

  private final long[] high;
  private final long[] low;

  /** For each bound the index of the first one that is equal to it. */
  private final int[] firsts;

  /**
   * By the first bits of the distance of a prefix from the first one the number of bounds with
   * smaller ones, so that a search begins between a few bounds.
   */
  private int[] index = new int[0];

  /** Of a distance, to its first bits. */
  private int shift;

  private QuantileRanges(Storage storage, int bounds) {
    this.storage = storage;
    prefixes = new long[bounds];
    bytes = storage == Storage.BYTES ? new byte[bounds][] : null;
    high = storage == Storage.INT128 ? new long[bounds] : null;
    low = storage == Storage.INT128 ? new long[bounds] : null;
    firsts = new int[bounds];
  }

  /**
   * Ranges with about equally many values of a sample.
   *
   * @param sample values of the column; nulls are ignored
   * @param ranges at least 2, including range 0
   */
  static QuantileRanges of(Column sample, int ranges) {
    return at(sample, bounds(sample, ranges));
  }

  /**
   * Positions in a sample of the bounds of ranges with about equally many of its values each,
   * ascending by value. Equal bounds may follow each other. Without values there are no bounds.
   *
   * @param sample values of the column; nulls are ignored
   * @param ranges at least 2, including range 0
   */
  public static int[] bounds(Column sample, int ranges) {
    Storage storage = sample.type().storage();
    Integer[] sorted =
        IntStream.range(0, sample.size())
            .filter(i -> !sample.isNull(i))
            .boxed()
            .toArray(Integer[]::new);
    Arrays.sort(sorted, (i, j) -> SortOrder.compareValues(storage, sample, i, sample, j));
    // n ranges of values have n - 1 bounds.
    int[] bounds = new int[sorted.length == 0 ? 0 : ranges - 2];
    for (int b = 0; b < bounds.length; b++) {
      bounds[b] = sorted[(int) ((b + 1L) * sorted.length / (ranges - 1))];
    }
    return bounds;
  }

  /**
   * Ranges with these bounds.
   *
   * @param bounds positions in the sample, as of {@link #bounds}
   */
  public static QuantileRanges at(Column sample, int[] bounds) {
    QuantileRanges result = new QuantileRanges(sample.type().storage(), bounds.length);
    for (int b = 0; b < bounds.length; b++) {
      int i = bounds[b];
      result.setBound(b, sample, i);
      boolean equal = b > 0 && result.compare(b - 1, result.prefixes[b], sample, i) == 0;
      result.firsts[b] = equal ? result.firsts[b - 1] : b;
    }
    result.index();
    return result;
  }

  private void index() {
    int n = prefixes.length;
    if (n == 0) {
      return;
    }
    // Distances are unsigned.
    long span = prefixes[n - 1] - prefixes[0];
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(n);
    shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(span) - bits);
    index = new int[(int) (span >>> shift) + 2];
    for (long prefix : prefixes) {
      index[(int) (prefix - prefixes[0] >>> shift) + 1]++;
    }
    for (int k = 1; k < index.length; k++) {
      index[k] += index[k - 1];
    }
  }

  private void setBound(int b, Column sample, int i) {
    prefixes[b] = SortOrder.prefixOf(storage, sample, i, 0);
    if (sample instanceof BytesColumn c) {
      bytes[b] = c.get(i);
    } else if (sample instanceof Int128Column c) {
      high[b] = c.high()[i];
      low[b] = c.low()[i];
    }
  }

  /** For each bound the index of the first one that is equal to it. */
  public int[] firsts() {
    return firsts.clone();
  }

  /** The number of the range of a value, 0 for null. Monotonic in the values. */
  public int range(Column column, int i) {
    if (column.isNull(i)) {
      return 0;
    }
    int n = prefixes.length;
    long prefix = SortOrder.prefixOf(storage, column, i, 0);
    if (n == 0 || prefix < prefixes[0]) {
      return 1;
    }
    int from = n;
    int to = n;
    if (prefix <= prefixes[n - 1]) {
      int cell = (int) (prefix - prefixes[0] >>> shift);
      from = index[cell];
      to = index[cell + 1];
    }
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (compare(middle, prefix, column, i) <= 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    boolean equal = from > 0 && compare(from - 1, prefix, column, i) == 0;
    // The number of bounds up to the value, or the middle of the bounds that equal it.
    return 1 + (equal ? (firsts[from - 1] + from + 1) / 2 : from);
  }

  /**
   * Compares a bound with a value that is not null.
   *
   * @param prefix of the value
   */
  private int compare(int b, long prefix, Column column, int i) {
    int order = Long.compare(prefixes[b], prefix);
    if (order != 0) {
      return order;
    }
    if (column instanceof BytesColumn c) {
      int start = c.starts()[i];
      int end = start + c.lengths()[i];
      return Arrays.compareUnsigned(bytes[b], 0, bytes[b].length, c.arena(), start, end);
    }
    if (column instanceof Int128Column c) {
      return high[b] != c.high()[i]
          ? Long.compare(high[b], c.high()[i])
          : Long.compareUnsigned(low[b], c.low()[i]);
    }
    return 0;
  }
}
