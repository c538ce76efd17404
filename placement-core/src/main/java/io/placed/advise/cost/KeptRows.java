package io.placed.advise.cost;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The rows of some pages of an order, which are written to see how large they become. Rows come in
 * any order; each has the number of its bucket, buckets beside each other form intervals of a page,
 * and the key says where in the interval the row is.
 */
public final class KeptRows {
  /** Rows that are kept of an interval, to fill a page although buckets differ in size. */
  private static final double SLACK = 1.3;

  private final Batch rows;
  private final BitSet buckets = new BitSet();
  private final int pageRows;

  /** Bounds the memory if buckets are much larger than expected. */
  private final long most;

  private long[] keys = new long[1024];
  private int[] bucketOf = new int[1024];

  /** Null until it is asked for: the same rows are measured under several profiles. */
  private int[] order;

  /**
   * @param schema columns that are kept
   * @param expected rows of each bucket of the order, about
   * @param pages that are kept, at equal distances, besides the first one: a writer finds on it
   *     which columns it derives from others
   * @param pageRows rows of a page
   */
  public KeptRows(Schema schema, double[] expected, int pages, int pageRows) {
    this.rows = Batch.of(schema);
    this.pageRows = pageRows;
    this.most = 2L * (pages + 1) * pageRows;
    double all = Arrays.stream(expected).sum();
    double width = SLACK * pageRows;
    int b = 0;
    double before = 0;
    for (int k = -1; k < pages; k++) {
      double middle = k < 0 ? 0 : (k + 0.5) * all / pages;
      double from = Math.max(0, Math.min(middle - width / 2, all - width));
      while (b < expected.length && before + expected[b] <= from) {
        before += expected[b++];
      }
      double end = before;
      for (int c = b; c < expected.length && end < from + width; c++) {
        end += expected[c];
        buckets.set(c);
      }
    }
  }

  /**
   * Keeps those rows of a batch that are in the intervals.
   *
   * @param bucketsOfRows by row
   * @param keysOfRows by row, in the order of the rows of a bucket
   */
  public void add(Batch batch, int[] bucketsOfRows, long[] keysOfRows) {
    if (rows.rows() >= most) {
      return;
    }
    int[] chosen = new int[batch.rows()];
    int n = 0;
    for (int i = 0; i < batch.rows(); i++) {
      if (buckets.get(bucketsOfRows[i])) {
        chosen[n++] = i;
      }
    }
    if (n == 0) {
      return;
    }
    order = null;
    int at = rows.rows();
    if (keys.length < at + n) {
      keys = Arrays.copyOf(keys, Math.max(at + n, keys.length * 2));
      bucketOf = Arrays.copyOf(bucketOf, keys.length);
    }
    for (int k = 0; k < n; k++) {
      keys[at + k] = keysOfRows[chosen[k]];
      bucketOf[at + k] = bucketsOfRows[chosen[k]];
    }
    rows.appendSelected(batch, chosen, n);
  }

  /** Number of rows. */
  public int size() {
    return rows.rows();
  }

  Batch rows() {
    return rows;
  }

  /** Positions of the rows in their order: of each interval whole pages, if it has any. */
  int[] order() {
    if (order == null) {
      order = ordered();
    }
    return order;
  }

  private int[] ordered() {
    int[] sorted = sorted();
    int[] out = new int[sorted.length];
    int n = 0;
    int from = 0;
    while (from < sorted.length) {
      int interval = buckets.nextClearBit(bucketOf[sorted[from]]);
      int to = from + 1;
      while (to < sorted.length && bucketOf[sorted[to]] < interval) {
        to++;
      }
      int whole = (to - from) / pageRows * pageRows;
      int length = whole == 0 ? to - from : whole;
      System.arraycopy(sorted, from, out, n, length);
      n += length;
      from = to;
    }
    return Arrays.copyOf(out, n);
  }

  /** Positions of all rows by bucket, then key, then arrival. */
  private int[] sorted() {
    int n = rows.rows();
    int[] ends = new int[buckets.length()];
    for (int i = 0; i < n; i++) {
      ends[bucketOf[i]]++;
    }
    Arrays.parallelPrefix(ends, Integer::sum);
    // Filled from the end, so that what were the ends are the begins then.
    int[] byBucket = new int[n];
    for (int i = n - 1; i >= 0; i--) {
      byBucket[--ends[bucketOf[i]]] = i;
    }
    int[] sorted = new int[n];
    for (int b = 0; b < ends.length; b++) {
      sortByKey(byBucket, ends[b], b + 1 < ends.length ? ends[b + 1] : n, sorted);
    }
    return sorted;
  }

  /** Stable: the keys alone are sorted, and each row takes the next place of its key. */
  private void sortByKey(int[] positions, int from, int to, int[] out) {
    long[] sortedKeys = new long[to - from];
    for (int i = from; i < to; i++) {
      sortedKeys[i - from] = keys[positions[i]];
    }
    Arrays.sort(sortedKeys);
    int[] taken = new int[to - from];
    for (int i = from; i < to; i++) {
      int first = firstOf(sortedKeys, keys[positions[i]]);
      out[from + first + taken[first]++] = positions[i];
    }
  }

  /** Index of the first of equal keys. */
  private static int firstOf(long[] sorted, long key) {
    int low = 0;
    int high = sorted.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
