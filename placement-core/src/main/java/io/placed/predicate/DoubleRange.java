package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.match.DoubleMatch;

/** low ≤ value ≤ high (not NaN), optionally with NaN; no numbers if low > high. */
final class DoubleRange extends ValueTest {
  private final double low;
  private final double high;
  private final boolean withNan;
  private final DoubleMatch match;

  DoubleRange(double low, double high, boolean withNan) {
    this.low = low;
    this.high = high;
    this.withNan = withNan;
    match = DoubleMatch.between(low, high, withNan);
  }

  /** Branch-free, because matches are rarely predictable. */
  @Override
  @SuppressWarnings("ShortCircuitBoolean")
  int filter(Column column, int[] rows, int count, int[] out, boolean negated) {
    boolean nan = withNan;
    double lo = low;
    double hi = high;
    int n = 0;
    if (column instanceof DoubleColumn c) {
      double[] v = c.values();
      for (int k = 0; k < count; k++) {
        int i = rows == null ? k : rows[k];
        double x = v[i];
        out[n] = i;
        n += ((x >= lo & x <= hi) | (nan & Double.isNaN(x))) != negated ? 1 : 0;
      }
    } else {
      float[] v = ((FloatColumn) column).values();
      for (int k = 0; k < count; k++) {
        int i = rows == null ? k : rows[k];
        double x = v[i];
        out[n] = i;
        n += ((x >= lo & x <= hi) | (nan & Double.isNaN(x))) != negated ? 1 : 0;
      }
    }
    return n;
  }

  @Override
  boolean noneIn(ColumnStatistics s) {
    boolean noNumber =
        s.comparableCount() == 0
            || low > high
            || (s.max() instanceof Double max && max < low)
            || (s.min() instanceof Double min && min > high);
    return noNumber && !(withNan && s.nanCount() > 0);
  }

  @Override
  boolean allIn(ColumnStatistics s) {
    boolean allNumbers =
        s.comparableCount() == 0
            || (s.min() instanceof Double min
                && min >= low
                && s.max() instanceof Double max
                && max <= high);
    return allNumbers && (withNan || s.nanCount() == 0);
  }

  @Override
  DoubleMatch match() {
    return match;
  }

  @Override
  ValueTest and(ValueTest other) {
    return other instanceof DoubleRange r
        ? new DoubleRange(Math.max(low, r.low), Math.min(high, r.high), withNan && r.withNan)
        : null;
  }

  @Override
  int cost() {
    return 2;
  }
}
