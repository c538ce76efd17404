package io.placed.spark.read.task;

import io.placed.spark.internal.Session;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.table.split.ChoicePlan;
import io.placed.table.split.RowTest;
import java.io.Serializable;
import java.util.Set;
import org.apache.spark.sql.types.StructType;

/**
 * What a task has to know to read.
 *
 * @param output columns of the batches
 * @param predicate rows wanted; null = all
 * @param limit rows after which a task need not go on; negative = none
 * @param metadata those of the columns that are no columns of files, see {@link FileMetadataColumn}
 * @param choice among the rows that the predicate leaves; null = all
 * @param defaults per output column, what it holds in files that do not have it; null = null
 */
public record ReadContext(
    Session.Stores stores,
    StructType output,
    Session.Shared<RowTest> predicate,
    int limit,
    Set<String> metadata,
    ChoicePlan choice,
    Object[] defaults,
    boolean caseSensitive,
    boolean ignoreCorrupt,
    boolean ignoreMissing)
    implements Serializable {

  /** For a task that knows more: null = as it is. */
  public ReadContext withPredicate(Session.Shared<RowTest> other) {
    return other == null
        ? this
        : new ReadContext(
            stores,
            output,
            other,
            limit,
            metadata,
            choice,
            defaults,
            caseSensitive,
            ignoreCorrupt,
            ignoreMissing);
  }
}
