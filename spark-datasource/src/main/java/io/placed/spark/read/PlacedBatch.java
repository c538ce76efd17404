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
 * The input of a scan with the runtime filters of one position in a plan. Immutable, because
 * several positions with different filters may share the scan.
 */
final class PlacedBatch implements Batch {
  private final PlacedScan scan;
  private final List<SourceFile> files;
  private final List<Predicate> filters;
  private List<PlacedInputPartition> tasks;

  /**
   * @param files the remaining files
   * @param filters runtime filters that are applied to rows
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

  /** Spark uses the factory of the unfiltered batch, so runtime filters are part of the tasks. */
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
