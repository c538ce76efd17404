package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.FloatColumn;
import io.placed.vector.match.DoubleMatch;
import java.util.Arrays;

/** One of several floating-point values; NaN = NaN and −0.0 = 0.0. */
final class DoubleSet extends ValueTest {
  /** Without NaN and −0.0. */
  private final double[] sorted;

  private final boolean withNan;
  private final DoubleMatch match;

  /**
   * @param values any order, NaN allowed
   */
  DoubleSet(double[] values) {
    sorted =
        Arrays.stream(values).filter(x -> !Double.isNaN(x)).map(x -> x + 0.0).sorted().toArray();
    withNan = Arrays.stream(values).anyMatch(Double::isNaN);
    match = DoubleMatch.in(values);
  }

  @Override
  int filter(Column column, int[] rows, int count, int[] out, boolean negated) {
    int n = 0;
    if (column instanceof DoubleColumn c) {
      double[] v = c.values();
      for (int k = 0; k < count; k++) {
        int i = rows == null ? k : rows[k];
        out[n] = i;
        n += match.test(v[i]) != negated ? 1 : 0;
      }
    } else {
      float[] v = ((FloatColumn) column).values();
      for (int k = 0; k < count; k++) {
        int i = rows == null ? k : rows[k];
        out[n] = i;
        n += match.test(v[i]) != negated ? 1 : 0;
      }
    }
    return n;
  }

  @Override
  boolean noneIn(ColumnStatistics s) {
    if (withNan && s.nanCount() > 0) {
      return false;
    }
    if (s.comparableCount() == 0) {
      return true;
    }
    for (double x : sorted) {
      boolean below = s.min() instanceof Double min && x < min;
      boolean above = s.max() instanceof Double max && x > max;
      if (!below && !above) {
        return false;
      }
    }
    return true;
  }

  @Override
  boolean allIn(ColumnStatistics s) {
    if (s.nanCount() > 0 && !withNan) {
      return false;
    }
    // Primitive ==, so that the bounds −0.0 and 0.0 of a column of zeros are equal.
    return s.comparableCount() == 0
        || (s.min() instanceof Double min
            && s.max() instanceof Double max
            && min.doubleValue() == max.doubleValue()
            && match.test(min));
  }

  @Override
  DoubleMatch match() {
    return match;
  }

  @Override
  int cost() {
    return 4;
  }
}
