package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.BooleanColumn;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.match.LongMatch;

/** low ≤ value ≤ high for booleans (0, 1), ints and longs; empty if low > high. */
final class LongRange extends ValueTest {
  private final long low;
  private final long high;
  private final LongMatch match;

  LongRange(long low, long high) {
    this.low = low;
    this.high = high;
    match = LongMatch.between(low, high);
  }

  @Override
  int filter(Column column, int[] rows, int count, int[] out, boolean negated) {
    if (low > high) {
      return negated ? RowLists.copy(rows, count, out) : 0;
    }
    if (column instanceof LongColumn c) {
      return filterLongs(c.values(), rows, count, out, negated);
    }
    if (column instanceof IntColumn c) {
      return filterInts(c.values(), rows, count, out, negated);
    }
    boolean no = (low <= 0 && high >= 0) != negated;
    boolean yes = (low <= 1 && high >= 1) != negated;
    if (no == yes) {
      return no ? RowLists.copy(rows, count, out) : 0;
    }
    return RowLists.filter(((BooleanColumn) column).words(), yes, rows, count, out);
  }

  /**
   * One comparison instead of two: minus the base, the range begins at the smallest long, and
   * smaller values wrap around to the top.
   */
  private int filterLongs(long[] v, int[] rows, int count, int[] out, boolean negated) {
    long base = low - Long.MIN_VALUE;
    long last = high - base;
    int n = 0;
    if (rows == null) {
      for (int i = 0; i < count; i++) {
        out[n] = i;
        n += (v[i] - base <= last) != negated ? 1 : 0;
      }
      return n;
    }
    for (int k = 0; k < count; k++) {
      int i = rows[k];
      out[n] = i;
      n += (v[i] - base <= last) != negated ? 1 : 0;
    }
    return n;
  }

  private int filterInts(int[] v, int[] rows, int count, int[] out, boolean negated) {
    long base = low - Long.MIN_VALUE;
    long last = high - base;
    int n = 0;
    if (rows == null) {
      for (int i = 0; i < count; i++) {
        out[n] = i;
        n += (v[i] - base <= last) != negated ? 1 : 0;
      }
      return n;
    }
    for (int k = 0; k < count; k++) {
      int i = rows[k];
      out[n] = i;
      n += (v[i] - base <= last) != negated ? 1 : 0;
    }
    return n;
  }

  @Override
  boolean noneIn(ColumnStatistics s) {
    return s.comparableCount() == 0
        || low > high
        || (s.max() instanceof Long max && max < low)
        || (s.min() instanceof Long min && min > high);
  }

  @Override
  boolean allIn(ColumnStatistics s) {
    return s.comparableCount() == 0
        || (s.min() instanceof Long min
            && min >= low
            && s.max() instanceof Long max
            && max <= high);
  }

  @Override
  LongMatch match() {
    return match;
  }

  @Override
  ValueTest and(ValueTest other) {
    return other instanceof LongRange r
        ? new LongRange(Math.max(low, r.low), Math.min(high, r.high))
        : null;
  }

  @Override
  int cost() {
    return 2;
  }
}
