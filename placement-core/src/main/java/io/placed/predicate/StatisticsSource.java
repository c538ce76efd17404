package io.placed.predicate;

import io.placed.statistics.ColumnStatistics;

/** Where a predicate finds the statistics of the rows in question. */
@FunctionalInterface
public interface StatisticsSource {
  /**
   * Statistics in the types of the schema that the predicate is bound to; see {@link
   * ColumnStatistics#widened}.
   *
   * @param topLevelColumn position in that schema
   * @param childPath positions of struct fields below it; empty for the column itself. Statistics
   *     of a struct count missing values only
   * @return null if nothing is known
   */
  ColumnStatistics get(int topLevelColumn, int[] childPath);
}
