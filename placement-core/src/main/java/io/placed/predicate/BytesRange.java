package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.match.BytesMatch;
import java.util.Arrays;

/** Strings or binary between two values, in unsigned byte order. */
final class BytesRange extends ValueTest {
  private final byte[] low;
  private final boolean withLow;
  private final byte[] high;
  private final boolean withHigh;
  private final BytesMatch match;

  /**
   * @param low null = no lower bound
   * @param high null = no upper bound
   */
  BytesRange(byte[] low, boolean withLow, byte[] high, boolean withHigh) {
    this.low = low;
    this.withLow = withLow;
    this.high = high;
    this.withHigh = withHigh;
    match = BytesMatch.between(low, withLow, high, withHigh);
  }

  @Override
  int filter(Column column, int[] rows, int count, int[] out, boolean negated) {
    BytesColumn in = (BytesColumn) column;
    byte[] arena = in.arena();
    int[] starts = in.starts();
    int[] lengths = in.lengths();
    int n = 0;
    for (int k = 0; k < count; k++) {
      int i = rows == null ? k : rows[k];
      out[n] = i;
      n += match.test(arena, starts[i], starts[i] + lengths[i]) != negated ? 1 : 0;
    }
    return n;
  }

  private boolean contains(byte[] value) {
    return match.test(value, 0, value.length);
  }

  @Override
  boolean noneIn(ColumnStatistics s) {
    if (s.comparableCount() == 0) {
      return true;
    }
    if (low != null && s.max() instanceof byte[] max) {
      int c = Arrays.compareUnsigned(max, low);
      if (c < 0 || (c == 0 && !withLow)) {
        return true;
      }
    }
    if (high != null && s.min() instanceof byte[] min) {
      int c = Arrays.compareUnsigned(min, high);
      return c > 0 || (c == 0 && !withHigh);
    }
    return false;
  }

  @Override
  boolean allIn(ColumnStatistics s) {
    return s.comparableCount() == 0
        || ((low == null || (s.min() instanceof byte[] min && contains(min)))
            && (high == null || (s.max() instanceof byte[] max && contains(max))));
  }

  @Override
  BytesMatch match() {
    return match;
  }

  @Override
  int cost() {
    return 6;
  }
}
