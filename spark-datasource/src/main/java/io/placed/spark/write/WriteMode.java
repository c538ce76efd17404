package io.placed.spark.write;

import io.placed.predicate.Predicate;
import io.placed.table.snapshot.Snapshot;
import java.util.Set;
import java.util.function.Supplier;

/** How a write treats existing rows. */
sealed interface WriteMode {
  /** Keeps all rows. */
  record Append() implements WriteMode {}

  /** Removes all rows. */
  record Overwrite() implements WriteMode {}

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

  /**
   * Removes the rows of some files, from which the new rows were computed.
   *
   * @param operation its name in the history
   * @param files paths relative to the table, requested after all rows were written
   * @param basis the snapshot that was read; null if there was none
   */
  record ReplaceFiles(String operation, Supplier<Set<String>> files, Snapshot basis)
      implements WriteMode {
    @Override
    public String toString() {
      return operation;
    }
  }
}
