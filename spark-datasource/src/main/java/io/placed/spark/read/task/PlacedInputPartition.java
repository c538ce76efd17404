package io.placed.spark.read.task;

import io.placed.spark.internal.Session;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.HasPartitionKey;

/**
 * What one task reads.
 *
 * @param predicate rows wanted where more is known than when the scan was made; null = as the scan
 * @param key values of the partition columns if all rows have the same and the scan says so, else
 *     null
 * @param skipped first rows that are not wanted
 */
public record PlacedInputPartition(
    List<FileSlice> slices, Session.Shared<RowPredicate> predicate, InternalRow key, long skipped)
    implements HasPartitionKey {
  private static final long serialVersionUID = 1L;

  public static PlacedInputPartition of(List<FileSlice> slices) {
    return new PlacedInputPartition(slices, null, null, 0);
  }

  public PlacedInputPartition withPredicate(Session.Shared<RowPredicate> wanted) {
    return new PlacedInputPartition(slices, wanted, key, skipped);
  }

  /** Without the files that are not among these. */
  public PlacedInputPartition withFiles(Set<String> paths) {
    List<FileSlice> left = slices.stream().filter(s -> paths.contains(s.path())).toList();
    return new PlacedInputPartition(left, predicate, key, skipped);
  }

  public PlacedInputPartition withKey(InternalRow values) {
    return new PlacedInputPartition(slices, predicate, values, skipped);
  }

  @Override
  public InternalRow partitionKey() {
    return key;
  }
}
