package io.placed.spark.read;

import io.placed.table.source.TableSource;

/** A scan that reads columns of files, as opposed to those that are answered by metadata. */
public interface PlannedRead extends SourceScan {
  /** What is read: its output and the columns of its filters. */
  ScanPlan plan();

  @Override
  default TableSource source() {
    return plan().source();
  }
}
