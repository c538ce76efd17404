package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Column;
import io.placed.vector.Int128Column;
import io.placed.vector.match.Int128Match;
import java.math.BigInteger;
import java.util.List;

/** One of several closed ranges of signed 128-bit integers, disjoint and ascending. */
final class Int128Set extends ValueTest {
  /** A closed range with low ≤ high, both of at most 128 bits. */
  record Range(BigInteger low, BigInteger high) {}

  private final List<Range> ranges;
  private final Int128Match match;

  Int128Set(List<Range> ranges) {
    this.ranges = ranges;
    long[] lowHigh = ranges.stream().mapToLong(r -> r.low().shiftRight(64).longValue()).toArray();
    long[] lowLow = ranges.stream().mapToLong(r -> r.low().longValue()).toArray();
    long[] highHigh = ranges.stream().mapToLong(r -> r.high().shiftRight(64).longValue()).toArray();
    long[] highLow = ranges.stream().mapToLong(r -> r.high().longValue()).toArray();
    match = new Int128Match(lowHigh, lowLow, highHigh, highLow);
  }

  @Override
  int filter(Column column, int[] rows, int count, int[] out, boolean negated) {
    long[] high = ((Int128Column) column).high();
    long[] low = ((Int128Column) column).low();
    int n = 0;
    for (int k = 0; k < count; k++) {
      int i = rows == null ? k : rows[k];
      out[n] = i;
      n += match.test(high[i], low[i]) != negated ? 1 : 0;
    }
    return n;
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
  Int128Match match() {
    return match;
  }

  @Override
  int cost() {
    return 5;
  }
}
