package io.placed.spark.read.task;

import io.placed.spark.internal.Session;
import io.placed.spark.read.vector.FileMetadataColumn;
import io.placed.table.split.ChoicePlan;
import io.placed.table.split.RowTest;
import java.io.Serializable;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * What all tasks of a scan need to read.
 *
 * @param output columns of the batches
 * @param predicate filter of the rows; null = all
 * @param limit number of rows after which a task may stop; negative = none
 * @param metadata output columns that are not stored in files; see {@link FileMetadataColumn}
 * @param choice selects among the rows that match the predicate; null = all
 * @param defaults per output column, its value in files that do not have the column; null = null
 * @param padded per output column, its type with the numbers of characters up to which strings are
 *     padded with blanks; null = they are not
 */
public record ReadContext(
    Session.Stores stores,
    StructType output,
    Session.Shared<RowTest> predicate,
    int limit,
    Set<String> metadata,
    ChoicePlan choice,
    Object[] defaults,
    DataType[] padded,
    boolean caseSensitive,
    boolean ignoreCorrupt,
    boolean ignoreMissing)
    implements Serializable {

  /** A copy with another filter; null = unchanged. */
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
            padded,
            caseSensitive,
            ignoreCorrupt,
            ignoreMissing);
  }
}
