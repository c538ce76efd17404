package io.placed.spark.write;

import io.placed.predicate.Predicate;

/** How a write treats existing rows. */
sealed interface WriteMode {
  /** Keeps all rows. */
  record Append() implements WriteMode {}

  /**
   * Removes all rows.
   *
   * @param keepsColumns whether columns of the table stay that the rows do not have, as those do
   *     that a catalog does not know
   */
  record Overwrite(boolean keepsColumns) implements WriteMode {}

  /** Removes the rows of partitions that get new rows. */
  record OverwritePartitions() implements WriteMode {}

  /**
   * Removes the partitions for which the condition is true.
   *
   * @param predicates the condition as given by Spark
   */
  record OverwriteWhere(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates, Predicate condition)
      implements WriteMode {}

  /**
   * Removes the rows for which the condition is true, on any columns.
   *
   * @param predicates the condition as given by Spark
   * @param condition the same, translated, by which files are selected
   */
  record OverwriteRows(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates, Predicate condition)
      implements WriteMode {}

  /** The same, once it is known which state of the table it is about. */
  record ReplaceRows(ReplacedRows rows) implements WriteMode {
    @Override
    public String toString() {
      return ReplacedRows.OPERATION;
    }
  }
}
