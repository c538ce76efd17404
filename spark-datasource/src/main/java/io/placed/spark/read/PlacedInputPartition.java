package io.placed.spark.read;

import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/** What one task reads. */
record PlacedInputPartition(List<FileSlice> slices) implements InputPartition {
  private static final long serialVersionUID = 1L;
}
