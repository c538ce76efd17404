package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.match.BytesMatch;
import java.util.Arrays;

/** Strings that begin with given bytes. */
final class BytesPrefix extends ValueTest {
  private final byte[] prefix;
  private final BytesMatch match;

  BytesPrefix(byte[] prefix) {
    this.prefix = prefix;
    match = BytesMatch.startingWith(prefix);
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

  @Override
  boolean noneIn(ColumnStatistics s) {
    if (s.comparableCount() == 0) {
      return true;
    }
    // Values with the prefix form one interval that begins with the prefix itself.
    return (s.max() instanceof byte[] max && Arrays.compareUnsigned(max, prefix) < 0)
        || (s.min() instanceof byte[] min
            && Arrays.compareUnsigned(min, prefix) > 0
            && !match.test(min, 0, min.length));
  }

  @Override
  boolean allIn(ColumnStatistics s) {
    return s.comparableCount() == 0
        || prefix.length == 0
        || (s.min() instanceof byte[] min
            && s.max() instanceof byte[] max
            && match.test(min, 0, min.length)
            && match.test(max, 0, max.length));
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
