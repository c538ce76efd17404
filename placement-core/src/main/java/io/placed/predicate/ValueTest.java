package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Column;
import io.placed.vector.match.ValueMatch;

/** A set of values of one storage. Callers handle nulls. */
abstract class ValueTest {
  /**
   * Keeps the rows whose value is in the set, or is not if negated. No row is null.
   *
   * @param rows ascending; null = rows 0 to count
   * @param out may be the same array as {@code rows}
   */
  abstract int filter(Column column, int[] rows, int count, int[] out, boolean negated);

  /** True only if no value of these statistics is in the set. */
  abstract boolean noneIn(ColumnStatistics statistics);

  /** True only if every non-null value of these statistics is in the set. */
  abstract boolean allIn(ColumnStatistics statistics);

  /** The set, for tests of stored values; always the same object. */
  abstract ValueMatch match();

  /** The intersection with another set if one test can express it; else null. */
  ValueTest and(ValueTest other) {
    return null;
  }

  abstract int cost();
}
