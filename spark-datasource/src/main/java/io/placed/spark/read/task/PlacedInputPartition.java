package io.placed.spark.read.task;

import io.placed.spark.internal.Session;
import io.placed.table.split.FileSlice;
import io.placed.table.split.ReadTask;
import io.placed.table.split.RowTest;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.HasPartitionKey;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * What one task reads.
 *
 * @param predicate rows to return where more is known than when the scan was made; null = as the
 *     scan
 * @param key values of the partition columns if the scan promises that all rows have the same, else
 *     null
 */
public record PlacedInputPartition(
    ReadTask task, Session.Shared<RowTest> predicate, InternalRow key) implements HasPartitionKey {
  private static final long serialVersionUID = 1L;

  /** As the scan says. */
  public static InputPartition[] of(List<ReadTask> tasks) {
    return tasks.stream()
        .map(t -> new PlacedInputPartition(t, null, null))
        .toArray(InputPartition[]::new);
  }

  public List<FileSlice> slices() {
    return task.slices();
  }

  /** First rows that are not returned. */
  public long skipped() {
    return task.skipped();
  }

  @Override
  public InternalRow partitionKey() {
    return key;
  }
}
