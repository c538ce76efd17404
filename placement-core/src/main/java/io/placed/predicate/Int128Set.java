package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Column;
import io.placed.vector.Int128Column;
import java.math.BigInteger;
import java.util.List;

/** One of several closed ranges of signed 128-bit integers, disjoint and ascending. */
final class Int128Set extends ValueTest {
  /** A closed range with low ≤ high, both of at most 128 bits. */
  record Range(BigInteger low, BigInteger high) {}

  private final List<Range> ranges;
  private final long[] lowHigh;
  private final long[] lowLow;
  private final long[] highHigh;
  private final long[] highLow;

  Int128Set(List<Range> ranges) {
    this.ranges = ranges;
    lowHigh = ranges.stream().mapToLong(r -> r.low().shiftRight(64).longValue()).toArray();
    lowLow = ranges.stream().mapToLong(r -> r.low().longValue()).toArray();
    highHigh = ranges.stream().mapToLong(r -> r.high().shiftRight(64).longValue()).toArray();
    highLow = ranges.stream().mapToLong(r -> r.high().longValue()).toArray();
  }

  @Override
  int filter(Column column, int[] rows, int count, int[] out, boolean negated) {
    long[] high = ((Int128Column) column).high();
    long[] low = ((Int128Column) column).low();
    int n = 0;
    for (int k = 0; k < count; k++) {
      int i = rows == null ? k : rows[k];
      out[n] = i;
      n += contains(high[i], low[i]) != negated ? 1 : 0;
    }
    return n;
  }

  private boolean contains(long high, long low) {
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

  private static boolean less(long high, long low, long thanHigh, long thanLow) {
    return high < thanHigh || (high == thanHigh && Long.compareUnsigned(low, thanLow) < 0);
  }

  @Override
  boolean noneIn(ColumnStatistics s) {
    if (s.comparableCount() == 0) {
      return true;
    }
    for (Range r : ranges) {
      boolean below = s.min() instanceof BigInteger min && r.high().compareTo(min) < 0;
      boolean above = s.max() instanceof BigInteger max && r.low().compareTo(max) > 0;
      if (!below && !above) {
        return false;
      }
    }
    return true;
  }

  @Override
  boolean allIn(ColumnStatistics s) {
    if (s.comparableCount() == 0) {
      return true;
    }
    if (!(s.min() instanceof BigInteger min) || !(s.max() instanceof BigInteger max)) {
      return false;
    }
    return ranges.stream()
        .anyMatch(r -> r.low().compareTo(min) <= 0 && r.high().compareTo(max) >= 0);
  }

  @Override
  int cost() {
    return 5;
  }
}
