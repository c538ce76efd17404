package io.placed.advise.order;

import java.util.Arrays;

/**
 * Divides the keys of an order into numbered buckets with about equally many rows each, by the
 * quantiles of a sample. Rows of a key that several buckets share are spread over them as they
 * arrive, as a stable sort does.
 */
final class KeyBuckets {
  private final int buckets;

  /** Distinct bounds, ascending. */
  private final long[] bounds;

  /** For each the number of bounds that are smaller, and of those that are not larger. */
  private final int[] below;

  private final int[] upTo;

  /** Where the rows of the bound begin and end, in buckets. */
  private final double[] begin;

  private final double[] end;

  /** Rows of the bound per bucket, and how many have come. */
  private final double[] rowsPerBucket;

  private final long[] seen;

  /**
   * @param keys of a sample, ascending
   * @param rows that the sample stands for
   * @param wanted number of buckets; fewer if the sample is smaller
   */
  KeyBuckets(long[] keys, long rows, int wanted) {
    int n = keys.length;
    buckets = Math.max(1, Math.min(wanted, n));
    long[] all = new long[buckets - 1];
    for (int b = 1; b < buckets; b++) {
      all[b - 1] = keys[(int) ((long) b * n / buckets)];
    }
    bounds = Arrays.stream(all).distinct().toArray();
    below = new int[bounds.length];
    upTo = new int[bounds.length];
    begin = new double[bounds.length];
    end = new double[bounds.length];
    rowsPerBucket = new double[bounds.length];
    seen = new long[bounds.length];
    int at = 0;
    for (int k = 0; k < bounds.length; k++) {
      below[k] = at;
      while (at < all.length && all[at] == bounds[k]) {
        at++;
      }
      upTo[k] = at;
      begin[k] = (double) firstAtLeast(keys, bounds[k]) * buckets / n;
      end[k] = (double) firstAtLeast(keys, bounds[k] + 1) * buckets / n;
      rowsPerBucket[k] = (double) rows / buckets;
    }
  }

  private static int firstAtLeast(long[] keys, long key) {
    int low = 0;
    int high = keys.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (keys[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  int buckets() {
    return buckets;
  }

  /** The bucket of the next row. */
  int bucket(long key) {
    int low = 0;
    int high = bounds.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (bounds[middle] <= key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    int k = low - 1;
    if (k < 0) {
      return 0;
    }
    if (bounds[k] != key) {
      return upTo[k];
    }
    double at = begin[k] + Math.min(seen[k]++ / rowsPerBucket[k], end[k] - begin[k]);
    return Math.max(below[k], Math.min(upTo[k], (int) at));
  }
}
