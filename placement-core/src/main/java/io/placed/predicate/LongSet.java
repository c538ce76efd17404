package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.BooleanColumn;
import io.placed.vector.Column;
import io.placed.vector.IntColumn;
import io.placed.vector.LongColumn;
import io.placed.vector.match.LongMatch;
import java.util.Arrays;

/** One of several values, for booleans (0, 1), ints and longs. */
final class LongSet extends ValueTest {
  private final long[] sorted;
  private final LongMatch match;

  /**
   * @param values any order
   */
  LongSet(long[] values) {
    sorted = LongMatch.distinct(values);
    match = LongMatch.inDistinct(sorted);
  }

  @Override
  int filter(Column column, int[] rows, int count, int[] out, boolean negated) {
    int n = 0;
    if (column instanceof LongColumn c) {
      long[] v = c.values();
      for (int k = 0; k < count; k++) {
        int i = rows == null ? k : rows[k];
        out[n] = i;
        n += match.test(v[i]) != negated ? 1 : 0;
      }
    } else if (column instanceof IntColumn c) {
      int[] v = c.values();
      for (int k = 0; k < count; k++) {
        int i = rows == null ? k : rows[k];
        out[n] = i;
        n += match.test(v[i]) != negated ? 1 : 0;
      }
    } else {
      BooleanColumn c = (BooleanColumn) column;
      for (int k = 0; k < count; k++) {
        int i = rows == null ? k : rows[k];
        out[n] = i;
        n += match.test(c.get(i) ? 1 : 0) != negated ? 1 : 0;
      }
    }
    return n;
  }

  @Override
  boolean noneIn(ColumnStatistics s) {
    if (s.comparableCount() == 0 || sorted.length == 0) {
      return true;
    }
    int first = 0;
    if (s.min() instanceof Long min) {
      int at = Arrays.binarySearch(sorted, min);
      first = at >= 0 ? at : -1 - at;
    }
    return first == sorted.length || (s.max() instanceof Long max && sorted[first] > max);
  }

  @Override
  boolean allIn(ColumnStatistics s) {
    if (s.comparableCount() == 0) {
      return true;
    }
    if (!(s.min() instanceof Long min) || !(s.max() instanceof Long max)) {
      return false;
    }
    int first = Arrays.binarySearch(sorted, min);
    int last = Arrays.binarySearch(sorted, max);
    // Whether the set contains every integer between the bounds.
    return first >= 0 && last >= 0 && last - first == max - min;
  }

  @Override
  LongMatch match() {
    return match;
  }

  @Override
  int cost() {
    return 4;
  }
}
