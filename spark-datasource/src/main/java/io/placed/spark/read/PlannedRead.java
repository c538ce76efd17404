package io.placed.spark.read;

/** A scan that reads columns of files, as opposed to those that are answered by metadata. */
public interface PlannedRead {
  /** What is read: its output and the columns of its filters. */
  ScanPlan plan();
}
