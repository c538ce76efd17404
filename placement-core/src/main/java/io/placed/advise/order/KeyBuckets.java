package io.placed.advise.order;

import java.util.Arrays;

/**
 * Divides the keys of an order into numbered buckets with about equally many rows each, by a
 * sample. A key with more rows than that has buckets of its own, which its rows fill as they
 * arrive: a stable sort keeps rows with the same key in this order. So no bucket has rows of a
 * frequent key and of another one, and leaves of a tree, or values of a column with few of them,
 * begin and end in a page where they really do.
 */
final class KeyBuckets {
  /** First keys of ranges, ascending; the first one is the smallest key. */
  private long[] from = new long[16];

  /** The first bucket of each range; its complement if the range has several. */
  private int[] first = new int[16];

  /** Buckets of each range; more than one only if it is a single key. */
  private int[] count = new int[16];

  private int ranges;
  private int buckets;

  /** By the first bits of a key the last range that begins with smaller ones, or at them. */
  private final int[] index;

  /** Of a key, to its first bits. */
  private final int shift;

  /** Rows that came with the key of a range of several buckets. */
  private final long[] seen;

  private final double rowsPerBucket;

  /** By bucket the rows that the sample stands for. */
  private final double[] expected;

  /**
   * @param keys of a sample, ascending, not negative
   * @param rows that the sample stands for
   * @param wanted number of buckets; up to twice as many if there are frequent keys, fewer if the
   *     sample is smaller
   */
  KeyBuckets(long[] keys, double rows, int wanted) {
    int n = keys.length;
    double width = (double) n / Math.max(1, Math.min(wanted, n));
    double perSample = n == 0 ? 0 : rows / n;
    rowsPerBucket = Math.max(1, width * perSample);
    double[] sizes = new double[16];
    begin(0);
    int inRange = 0;
    for (int at = 0; at < n; ) {
      int end = at + 1;
      while (end < n && keys[end] == keys[at]) {
        end++;
      }
      int rowsOfKey = end - at;
      if (rowsOfKey >= width && rowsOfKey > 1) {
        if (keys[at] > from[ranges - 1]) {
          sizes = with(sizes, buckets, inRange * perSample);
          buckets++;
          begin(keys[at]);
        }
        count[ranges - 1] = (int) Math.max(1, Math.round(rowsOfKey / width));
        for (int k = 0; k < count[ranges - 1]; k++) {
          sizes = with(sizes, buckets++, rowsOfKey * perSample / count[ranges - 1]);
        }
        inRange = 0;
        if (keys[at] < Long.MAX_VALUE) {
          begin(keys[at] + 1);
        }
      } else {
        inRange += rowsOfKey;
        if (inRange >= width && end < n) {
          sizes = with(sizes, buckets, inRange * perSample);
          buckets++;
          begin(keys[at] + 1);
          inRange = 0;
        }
      }
      at = end;
    }
    if (first[ranges - 1] == buckets) {
      sizes = with(sizes, buckets, inRange * perSample);
      buckets++;
    }
    expected = Arrays.copyOf(sizes, buckets);
    for (int r = 0; r < ranges; r++) {
      first[r] = count[r] == 1 ? first[r] : ~first[r];
    }
    seen = new long[ranges];
    long last = from[ranges - 1];
    int size = Integer.highestOneBit(ranges);
    shift =
        Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(last) - Long.numberOfTrailingZeros(size));
    index = new int[(int) (last >>> shift) + 1];
    for (int p = 0, r = 0; p < index.length; p++) {
      while (r + 1 < ranges && from[r + 1] <= (long) p << shift) {
        r++;
      }
      index[p] = r;
    }
  }

  /** Begins a range at a key; the bucket of the last one is complete. */
  private void begin(long key) {
    if (ranges == from.length) {
      from = Arrays.copyOf(from, 2 * ranges);
      first = Arrays.copyOf(first, 2 * ranges);
      count = Arrays.copyOf(count, 2 * ranges);
    }
    from[ranges] = key;
    first[ranges] = buckets;
    count[ranges++] = 1;
  }

  private static double[] with(double[] sizes, int at, double size) {
    double[] out = at < sizes.length ? sizes : Arrays.copyOf(sizes, 2 * at);
    out[at] = size;
    return out;
  }

  int buckets() {
    return buckets;
  }

  /** By bucket the number of rows that is expected. */
  double[] expected() {
    return expected;
  }

  /** The bucket of the next row. */
  int bucket(long key) {
    long prefix = key >>> shift;
    int low = prefix < index.length ? index[(int) prefix] : ranges - 1;
    int n = (prefix + 1 < index.length ? index[(int) prefix + 1] + 1 : ranges) - low;
    // Nobody can predict the branches of the usual form.
    while (n > 1) {
      int half = n >>> 1;
      low += half & (int) (from[low + half] - key - 1 >> Long.SIZE - 1);
      n -= half;
    }
    int bucket = first[low];
    return bucket >= 0
        ? bucket
        : ~bucket + (int) Math.min(count[low] - 1.0, seen[low]++ / rowsPerBucket);
  }
}
