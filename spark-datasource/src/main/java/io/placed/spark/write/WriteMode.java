package io.placed.spark.write;

import io.placed.predicate.Predicate;

/** What happens to the rows that are there. */
sealed interface WriteMode {
  /** They stay. */
  record Append() implements WriteMode {}

  /** They go. */
  record Overwrite() implements WriteMode {}

  /** Those of the partitions that get new rows go. */
  record OverwritePartitions() implements WriteMode {}

  /** Those of the partitions for which the condition is true go. */
  record OverwriteWhere(Predicate condition) implements WriteMode {}
}
