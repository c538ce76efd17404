package io.placed.write.derive;

import io.placed.vector.Bits;
import java.util.Arrays;

/**
 * Approximate bits per value of a column whose values are looked up by the groups of rows that have
 * equal parents. Not thread-safe: keeps its arrays.
 */
final class MapCost {
  /** Bits in a map per bit of an integer. */
  private static final double MAP_SHARE = 1.23;

  /** Cells of every map besides, and bits of the page. */
  private static final int MAP_CELLS = 33;

  private static final double PAGE_BITS = 200;

  /** Bits of the position of an exception. */
  private static final double POSITION_BITS = 8;

  /** More groups are not worth a map. */
  private static final double MOST_GROUPS = 0.4;

  /**
   * Of values that are distributed as exp(-|x| / mean), this many means contain nearly all; what
   * lies outside is an exception of the frame of reference.
   */
  private static final double MEANS = 8.4;

  /** Rows of the first test. */
  private static final int TEST_ROWS = 4096;

  /** Rows that must have been preceded by one of their group before the test says anything. */
  private static final int MIN_REPEATS = 64;

  /** Least share of rows whose value is that of the row of their group before. */
  private static final double MIN_AGREEMENT = 0.25;

  /** The same for their mean distance, of that between all rows. */
  private static final double MAX_DISTANCE = 0.5;

  private final int n;
  private final int[] before;
  private final long[] keys;
  private final int[] counts;
  private final int shift;

  MapCost(int n) {
    this.n = n;
    before = new int[n];
    int slots = Integer.highestOneBit(Math.max(16, n)) * 4;
    keys = new long[slots];
    counts = new int[slots];
    shift = 64 - Integer.numberOfTrailingZeros(slots);
  }

  /** A fast test on some rows; a false answer is nearly always right. */
  boolean mayPay(PageColumn child, int[] groups, int groupCount) {
    if (groupCount > MOST_GROUPS * n
        || fixedBits(child, groupCount) >= child.bits - Comparison.MIN_SAVED_BITS) {
      return false;
    }
    Arrays.fill(before, 0, groupCount, -1);
    int repeats = 0;
    int agree = 0;
    double distance = 0;
    int rows = Math.min(n, TEST_ROWS);
    for (int i = 0; i < rows; i++) {
      if (!Bits.get(child.present, i)) {
        continue;
      }
      int last = before[groups[i]];
      before[groups[i]] = i;
      if (last >= 0) {
        repeats++;
        agree += child.codes[i] == child.codes[last] ? 1 : 0;
        distance +=
            child.integers == null
                ? 0
                : Math.abs((double) child.integers[i] - child.integers[last]);
      }
    }
    return repeats < MIN_REPEATS
        || agree >= MIN_AGREEMENT * repeats
        || child.integers != null && distance < MAX_DISTANCE * repeats * child.distance;
  }

  double of(PageColumn child, int[] groups, int groupCount) {
    if (groupCount > MOST_GROUPS * n) {
      return Double.POSITIVE_INFINITY;
    }
    int present = Bits.count(child.present, 0, n);
    if (present < n / 4) {
      return Double.POSITIVE_INFINITY;
    }
    double fixed = fixedBits(child, groupCount);
    if (fixed >= child.bits) {
      return fixed;
    }
    double misses = 1 - (double) hits(child, groups, groupCount) / present;
    if (misses == 0) {
      return fixed;
    }
    if (misses > 0.5 && child.integers != null) {
      return fixed + nearBits(child, groups, groupCount);
    }
    return fixed + Math.min(1, misses * POSITION_BITS) + misses * (child.width + 1);
  }

  /** Of the map and the strings. */
  private double fixedBits(PageColumn child, int groupCount) {
    double map = (groupCount * MAP_SHARE + MAP_CELLS) * child.width + PAGE_BITS;
    return map / n + child.stringBits;
  }

  /** Number of rows with the most frequent value of their group. */
  private int hits(PageColumn child, int[] groups, int groupCount) {
    Arrays.fill(keys, -1);
    int[] best = new int[groupCount];
    int mask = keys.length - 1;
    for (int i = 0; i < n; i++) {
      if (!Bits.get(child.present, i)) {
        continue;
      }
      long key = (long) groups[i] << 32 | child.codes[i];
      int s = (int) (key * 0x9E3779B97F4A7C15L >>> shift);
      while (keys[s] != key && keys[s] != -1) {
        s = s + 1 & mask;
      }
      if (keys[s] == -1) {
        keys[s] = key;
        counts[s] = 0;
      }
      int count = ++counts[s];
      if (count > best[groups[i]]) {
        best[groups[i]] = count;
      }
    }
    int hits = 0;
    for (int b : best) {
      hits += b;
    }
    return hits;
  }

  /** Bits of the differences from the mean of the group. */
  private double nearBits(PageColumn child, int[] groups, int groupCount) {
    double[] sums = new double[groupCount];
    int[] sizes = new int[groupCount];
    for (int i = 0; i < n; i++) {
      if (Bits.get(child.present, i)) {
        sums[groups[i]] += child.integers[i];
        sizes[groups[i]]++;
      }
    }
    double off = 0;
    int present = 0;
    for (int i = 0; i < n; i++) {
      if (Bits.get(child.present, i)) {
        off += Math.abs(child.integers[i] - sums[groups[i]] / sizes[groups[i]]);
        present++;
      }
    }
    return Math.log(1 + MEANS * off / present) / Math.log(2) + 0.5;
  }
}
