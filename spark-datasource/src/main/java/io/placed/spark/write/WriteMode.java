package io.placed.spark.write;

import io.placed.predicate.Predicate;
import io.placed.table.snapshot.Snapshot;
import java.util.Set;
import java.util.function.Supplier;

/** What happens to the rows that are there. */
sealed interface WriteMode {
  /** They stay. */
  record Append() implements WriteMode {}

  /** They go. */
  record Overwrite() implements WriteMode {}

  /** Those of the partitions that get new rows go. */
  record OverwritePartitions() implements WriteMode {}

  /**
   * Those of the partitions for which the condition is true go.
   *
   * @param predicates the condition as Spark gave it
   */
  record OverwriteWhere(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates, Predicate condition)
      implements WriteMode {}

  /**
   * Those for which the condition is true go, whatever it is about.
   *
   * @param predicates the condition as Spark gave it
   * @param condition the same, by which files are chosen
   */
  record OverwriteRows(
      org.apache.spark.sql.connector.expressions.filter.Predicate[] predicates, Predicate condition)
      implements WriteMode {}

  /**
   * Those of some files go: the new rows were made from theirs.
   *
   * @param operation what history calls it
   * @param files paths relative to the table, asked for when all rows were written
   * @param basis what was read; null if there was nothing
   */
  record ReplaceFiles(String operation, Supplier<Set<String>> files, Snapshot basis)
      implements WriteMode {
    @Override
    public String toString() {
      return operation;
    }
  }
}
