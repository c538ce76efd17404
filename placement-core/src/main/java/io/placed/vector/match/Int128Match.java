package io.placed.vector.match;

/** Signed 128-bit integers: closed ranges, disjoint and ascending. */
public final class Int128Match extends ValueMatch {
  private final long[] lowHigh;
  private final long[] lowLow;
  private final long[] highHigh;
  private final long[] highLow;

  /**
   * Lower and upper ends of the ranges, each in two halves, the lower half unsigned.
   *
   * @param lowHigh upper halves of the lower ends
   * @param lowLow lower halves of the lower ends
   * @param highHigh upper halves of the upper ends
   * @param highLow lower halves of the upper ends
   */
  public Int128Match(long[] lowHigh, long[] lowLow, long[] highHigh, long[] highLow) {
    this.lowHigh = lowHigh.clone();
    this.lowLow = lowLow.clone();
    this.highHigh = highHigh.clone();
    this.highLow = highLow.clone();
  }

  public boolean test(long high, long low) {
    int from = 0;
    int to = lowHigh.length;
    while (from < to) {
      int mid = (from + to) >>> 1;
      if (less(high, low, lowHigh[mid], lowLow[mid])) {
        to = mid;
      } else if (less(highHigh[mid], highLow[mid], high, low)) {
        from = mid + 1;
      } else {
        return true;
      }
    }
    return false;
  }

  /** -1 for values below all of the set, 1 above all of it, otherwise 0. */
  public int side(long high, long low) {
    int last = lowHigh.length - 1;
    if (last < 0 || less(high, low, lowHigh[0], lowLow[0])) {
      return -1;
    }
    return less(highHigh[last], highLow[last], high, low) ? 1 : 0;
  }

  /** Whether all values of side 0 belong to the set. */
  public boolean isInterval() {
    return lowHigh.length <= 1;
  }

  /** Those of 64 bits; null if they are neither an interval nor single values. */
  public LongMatch narrow() {
    if (lowHigh.length == 1) {
      boolean none = lowHigh[0] > 0 || less(highHigh[0], highLow[0], -1, Long.MIN_VALUE);
      if (none || less(0, Long.MAX_VALUE, lowHigh[0], lowLow[0])) {
        return LongMatch.NONE;
      }
      boolean fromBelow = less(lowHigh[0], lowLow[0], -1, Long.MIN_VALUE);
      boolean toAbove = less(0, Long.MAX_VALUE, highHigh[0], highLow[0]);
      return LongMatch.between(
          fromBelow ? Long.MIN_VALUE : lowLow[0], toAbove ? Long.MAX_VALUE : highLow[0]);
    }
    long[] values = new long[lowHigh.length];
    int n = 0;
    for (int r = 0; r < values.length; r++) {
      if (lowHigh[r] != highHigh[r] || lowLow[r] != highLow[r]) {
        return null;
      }
      if (lowHigh[r] == lowLow[r] >> 63) {
        values[n++] = lowLow[r];
      }
    }
    return LongMatch.in(java.util.Arrays.copyOf(values, n));
  }

  private static boolean less(long high, long low, long thanHigh, long thanLow) {
    return high < thanHigh || (high == thanHigh && Long.compareUnsigned(low, thanLow) < 0);
  }
}
