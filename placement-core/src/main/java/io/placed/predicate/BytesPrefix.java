package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import java.util.Arrays;

/** Strings that begin with given bytes. */
final class BytesPrefix extends ValueTest {
  private final byte[] prefix;

  BytesPrefix(byte[] prefix) {
    this.prefix = prefix;
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
      n += begins(arena, starts[i], lengths[i]) != negated ? 1 : 0;
    }
    return n;
  }

  private boolean begins(byte[] bytes, int from, int length) {
    return length >= prefix.length
        && Arrays.equals(bytes, from, from + prefix.length, prefix, 0, prefix.length);
  }

  @Override
  boolean noneIn(ColumnStatistics s) {
    if (s.comparableCount() == 0) {
      return true;
    }
    // Values with the prefix are one interval that begins with the prefix itself.
    return (s.max() instanceof byte[] max && Arrays.compareUnsigned(max, prefix) < 0)
        || (s.min() instanceof byte[] min
            && Arrays.compareUnsigned(min, prefix) > 0
            && !begins(min, 0, min.length));
  }

  @Override
  boolean allIn(ColumnStatistics s) {
    return s.comparableCount() == 0
        || prefix.length == 0
        || (s.min() instanceof byte[] min
            && s.max() instanceof byte[] max
            && begins(min, 0, min.length)
            && begins(max, 0, max.length));
  }

  @Override
  int cost() {
    return 6;
  }
}
