package io.placed.spark.read;

import io.placed.predicate.Predicate;
import io.placed.spark.read.task.PlacedInputPartition;
import io.placed.spark.read.vector.PlacedReaderFactory;
import io.placed.table.source.SourceFile;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;

/**
 * What a scan reads under the runtime filters of one place in a plan. It never changes: several
 * places may share the scan, and each has filters of its own.
 */
final class PlacedBatch implements Batch {
  private final PlacedScan scan;
  private final List<SourceFile> files;
  private final List<Predicate> filters;
  private List<PlacedInputPartition> tasks;

  /**
   * @param files those that are left
   * @param filters runtime filters that rows are tested by
   */
  PlacedBatch(PlacedScan scan, List<SourceFile> files, List<Predicate> filters) {
    this.scan = scan;
    this.files = List.copyOf(files);
    this.filters = List.copyOf(filters);
  }

  List<SourceFile> files() {
    return files;
  }

  @Override
  public synchronized InputPartition[] planInputPartitions() {
    if (tasks == null) {
      tasks = scan.tasks(files, filters);
    }
    return tasks.toArray(InputPartition[]::new);
  }

  /** Spark takes the factory of the unfiltered batch, so runtime filters travel with the tasks. */
  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new PlacedReaderFactory(scan.plan().context());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PlacedBatch b
        && scan.equals(b.scan)
        && filters.equals(b.filters)
        && SourceFile.same(files, b.files);
  }

  @Override
  public int hashCode() {
    return Objects.hash(scan, filters, files.size());
  }

  @Override
  public String toString() {
    return scan + ", RuntimeFilters: " + filters.size();
  }
}
