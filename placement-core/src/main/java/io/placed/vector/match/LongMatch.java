package io.placed.vector.match;

import java.util.Arrays;

/** Integers of at most 64 bits, or booleans as 0 and 1: an interval, or some of its values. */
public final class LongMatch extends ValueMatch {
  public static final LongMatch NONE = new LongMatch(1, 0, null);

  private final long low;
  private final long high;

  /** Null if all of the interval belong to the set. */
  private final long[] sorted;

  private LongMatch(long low, long high, long[] sorted) {
    this.low = low;
    this.high = high;
    this.sorted = sorted;
  }

  /** All integers from low to high; none if low is above high. */
  public static LongMatch between(long low, long high) {
    return low > high ? NONE : new LongMatch(low, high, null);
  }

  /**
   * @param values any order
   */
  public static LongMatch in(long[] values) {
    long[] sorted = Arrays.stream(values).sorted().distinct().toArray();
    if (sorted.length == 0) {
      return NONE;
    }
    long low = sorted[0];
    long high = sorted[sorted.length - 1];
    // Of 64-bit integers the difference may overflow, but then it is not so small.
    return new LongMatch(low, high, high - low == sorted.length - 1 ? null : sorted);
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
    return value >= low
        && value <= high
        && (sorted == null || Arrays.binarySearch(sorted, value) >= 0);
  }

  @Override
  public String toString() {
    return sorted == null ? low + " to " + high : "one of " + Arrays.toString(sorted);
  }
}
