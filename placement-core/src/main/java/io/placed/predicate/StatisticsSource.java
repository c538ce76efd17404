package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;

/** Provides a predicate with the statistics of a set of rows. */
@FunctionalInterface
public interface StatisticsSource {
  /**
   * Statistics in the types of the schema that the predicate is bound to; see {@link
   * ColumnStatistics#widened}.
   *
   * @param topLevelColumn position in that schema
   * @param childPath positions of struct fields below it; empty for the column itself. Statistics
   *     of a struct have null counts only
   * @return null if unknown
   */
  ColumnStatistics get(int topLevelColumn, int[] childPath);
}
