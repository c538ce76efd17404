package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.match.BytesMatch;
import java.util.Arrays;
import java.util.List;

/** One of several strings or binary values. */
final class BytesSet extends ValueTest {
  private final byte[][] sorted;
  private final BytesMatch match;

  BytesSet(List<byte[]> values) {
    sorted = values.toArray(new byte[0][]);
    Arrays.sort(sorted, Arrays::compareUnsigned);
    match = BytesMatch.in(values);
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
      int from = starts[i];
      int to = from + lengths[i];
      out[n] = i;
      n += match.test(arena, from, to) != negated ? 1 : 0;
    }
    return n;
  }

  /** As {@link Arrays#binarySearch(long[], long)}. */
  private int find(byte[] bytes, int from, int to) {
    int lo = 0;
    int hi = sorted.length - 1;
    while (lo <= hi) {
      int mid = (lo + hi) >>> 1;
      byte[] m = sorted[mid];
      int c = Arrays.compareUnsigned(m, 0, m.length, bytes, from, to);
      if (c == 0) {
        return mid;
      }
      if (c < 0) {
        lo = mid + 1;
      } else {
        hi = mid - 1;
      }
    }
    return -1 - lo;
  }

  @Override
  boolean noneIn(ColumnStatistics s) {
    if (s.comparableCount() == 0) {
      return true;
    }
    int first = 0;
    if (s.min() instanceof byte[] min) {
      int at = find(min, 0, min.length);
      first = at >= 0 ? at : -1 - at;
    }
    return first == sorted.length
        || (s.max() instanceof byte[] max && Arrays.compareUnsigned(sorted[first], max) > 0);
  }

  @Override
  boolean allIn(ColumnStatistics s) {
    return s.comparableCount() == 0
        || (s.min() instanceof byte[] min
            && s.max() instanceof byte[] max
            && Arrays.equals(min, max)
            && match.test(min, 0, min.length));
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
