package io.placed.spark.read.task;

import io.placed.spark.internal.Session;
import io.placed.table.split.FileSlice;
import io.placed.table.split.ReadTask;
import io.placed.table.split.RowTest;
import io.placed.table.split.TaskHosts;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.HasPartitionKey;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * The input of one task.
 *
 * @param predicate filter that includes runtime filters; null = that of the scan
 * @param key values of the partition columns if the scan reports that all rows of the task have the
 *     same ones; otherwise null
 * @param hosts that have most of the bytes; empty = unknown
 */
public record PlacedInputPartition(
    ReadTask task, Session.Shared<RowTest> predicate, InternalRow key, List<String> hosts)
    implements HasPartitionKey {
  private static final long serialVersionUID = 1L;

  /** Partitions without runtime filters. */
  public static InputPartition[] of(List<ReadTask> tasks, TaskHosts hosts) {
    return tasks.stream()
        .map(t -> new PlacedInputPartition(t, null, null, hosts.of(t)))
        .toArray(InputPartition[]::new);
  }

  public List<FileSlice> slices() {
    return task.slices();
  }

  /** Number of initial rows that are not returned. */
  public long skipped() {
    return task.skipped();
  }

  @Override
  public String[] preferredLocations() {
    return hosts.toArray(String[]::new);
  }

  @Override
  public InternalRow partitionKey() {
    return key;
  }
}
