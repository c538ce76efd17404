package io.placed.vector.match;

import java.util.Arrays;

/** Integers of at most 64 bits, or booleans as 0 and 1: an interval, or some of its values. */
public final class LongMatch extends ValueMatch {
  public static final LongMatch NONE = new LongMatch(1, 0, null);

  private final long low;
  private final long high;

  /** Null if all of the interval belong to the set. */
  private final long[] sorted;

  /** Null as well. */
  private final LongLookup lookup;

  private LongMatch(long low, long high, long[] sorted) {
    this.low = low;
    this.high = high;
    this.sorted = sorted;
    lookup = sorted == null ? null : new LongLookup(sorted);
  }

  /** All integers from low to high; none if low is above high. */
  public static LongMatch between(long low, long high) {
    return low > high ? NONE : new LongMatch(low, high, null);
  }

  /**
   * @param values any order
   */
  public static LongMatch in(long[] values) {
    return inDistinct(distinct(values));
  }

  /**
   * @param sorted ascending, each once; kept
   */
  public static LongMatch inDistinct(long[] sorted) {
    if (sorted.length == 0) {
      return NONE;
    }
    long low = sorted[0];
    long high = sorted[sorted.length - 1];
    // Of 64-bit integers the difference may overflow, but then it is not so small.
    return new LongMatch(low, high, high - low == sorted.length - 1 ? null : sorted);
  }

  /** The values ascending, each once. */
  public static long[] distinct(long[] values) {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    int n = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[n - 1]) {
        sorted[n++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, n);
  }

  /** The smallest value; above {@link #high} if there is none. */
  public long low() {
    return low;
  }

  /** The largest value. */
  public long high() {
    return high;
  }

  public boolean isEmpty() {
    return low > high;
  }

  /** Whether all of low to high belong to it. */
  public boolean isInterval() {
    return sorted == null;
  }

  public boolean test(long value) {
    return value >= low && value <= high && (lookup == null || lookup.contains(value));
  }

  /**
   * Clears the bits of those values that are not of the set.
   *
   * @param bits of the first n values, from word {@code word} on; set only where a value is from
   *     {@link #low} to {@link #high}
   */
  public void keep(long[] values, int n, long[] bits, int word) {
    if (lookup != null) {
      for (int first = 0, w = word; first < n; first += Long.SIZE, w++) {
        bits[w] &= lookup.among(values, first, Math.min(Long.SIZE, n - first), bits[w]);
      }
    }
  }

  /** As {@link #keep(long[], int, long[], int)}. */
  public void keep(int[] values, int n, long[] bits, int word) {
    if (lookup == null) {
      return;
    }
    long[] some = new long[Long.SIZE];
    for (int first = 0, w = word; first < n; first += Long.SIZE, w++) {
      int count = Math.min(Long.SIZE, n - first);
      for (int k = 0; k < count && bits[w] != 0; k++) {
        some[k] = values[first + k];
      }
      bits[w] &= lookup.among(some, 0, count, bits[w]);
    }
  }

  @Override
  public String toString() {
    return sorted == null ? low + " to " + high : "one of " + Arrays.toString(sorted);
  }
}
