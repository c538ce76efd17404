package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.BytesColumn;
import io.placed.vector.Column;
import io.placed.vector.match.BytesMatch;

/** Strings that end with or contain given bytes; bounds cannot answer these. */
final class BytesPattern extends ValueTest {
  private final BytesMatch match;
  private final boolean everything;

  private BytesPattern(BytesMatch match, boolean everything) {
    this.match = match;
    this.everything = everything;
  }

  static BytesPattern endingWith(byte[] suffix) {
    return new BytesPattern(BytesMatch.endingWith(suffix), suffix.length == 0);
  }

  static BytesPattern containing(byte[] part) {
    return new BytesPattern(BytesMatch.containing(part), part.length == 0);
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
    return s.comparableCount() == 0;
  }

  @Override
  boolean allIn(ColumnStatistics s) {
    return everything || s.comparableCount() == 0;
  }

  @Override
  BytesMatch match() {
    return match;
  }

  @Override
  int cost() {
    return 10;
  }
}
