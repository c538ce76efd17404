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
 * Divides the values of a column into ranges that hold about equally many of them, whatever their
 * distribution. Range 0 is that of missing values.
 *
 * <p>Bounds are the quantiles of a sample and may be equal: a value that is frequent then has the
 * middle one of the numbers that it takes up. So the numbers of a column with few distinct values
 * are spread over all there are, and their highest bits tell the values apart.
 */
final class QuantileRanges implements Serializable {
  @Serial private static final long serialVersionUID = 1;

  private final Storage storage;

  /** Prefixes of the bounds, see {@link SortOrder}, not descending. */
  private final long[] prefixes;

  /** Where prefixes do not tell all: the bounds as bytes, or as halves of 128-bit integers. */
  private final byte[][] bytes;

  private final long[] high;
  private final long[] low;

  /** For each bound the first that is equal to it. */
  private final int[] firsts;

  private QuantileRanges(Storage storage, int bounds) {
    this.storage = storage;
    prefixes = new long[bounds];
    bytes = storage == Storage.BYTES ? new byte[bounds][] : null;
    high = storage == Storage.INT128 ? new long[bounds] : null;
    low = storage == Storage.INT128 ? new long[bounds] : null;
    firsts = new int[bounds];
  }

  /**
   * Ranges of about equally many values of a sample.
   *
   * @param sample values of the column; missing ones do not count
   * @param ranges at least 2, that of missing values among them
   */
  static QuantileRanges of(Column sample, int ranges) {
    Storage storage = sample.type().storage();
    Integer[] sorted =
        IntStream.range(0, sample.size())
            .filter(i -> !sample.isNull(i))
            .boxed()
            .toArray(Integer[]::new);
    Arrays.sort(sorted, (i, j) -> SortOrder.compareValues(storage, sample, i, sample, j));
    // One bound less than there are ranges of values; no bound parts values that nobody saw.
    QuantileRanges result = new QuantileRanges(storage, sorted.length == 0 ? 0 : ranges - 2);
    for (int b = 0; b < result.prefixes.length; b++) {
      int i = sorted[(int) ((b + 1L) * sorted.length / (ranges - 1))];
      result.setBound(b, sample, i);
      boolean equal = b > 0 && result.compare(b - 1, sample, i) == 0;
      result.firsts[b] = equal ? result.firsts[b - 1] : b;
    }
    return result;
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

  /** Number of the range of a value, 0 if it is missing; the order of values is kept. */
  int range(Column column, int i) {
    if (column.isNull(i)) {
      return 0;
    }
    int from = 0;
    int to = prefixes.length;
    boolean equal = false;
    while (from < to) {
      int middle = (from + to) >>> 1;
      int order = compare(middle, column, i);
      if (order <= 0) {
        from = middle + 1;
        equal = order == 0;
      } else {
        to = middle;
      }
    }
    // Bounds not above the value, or the middle of those that it equals.
    return 1 + (equal ? (firsts[from - 1] + from + 1) / 2 : from);
  }

  /** Compares a bound with a value that is present. */
  private int compare(int b, Column column, int i) {
    int order = Long.compare(prefixes[b], SortOrder.prefixOf(storage, column, i, 0));
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
