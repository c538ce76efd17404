package io.placed.spark.catalog;

import io.placed.spark.internal.Errors;
import io.placed.table.source.TableNames;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.PartitionsAlreadyExistException;
import org.apache.spark.sql.connector.catalog.SupportsAtomicPartitionManagement;

/** Spark's interface for the partitions of a table. */
abstract class PartitionedTable implements SupportsAtomicPartitionManagement {

  /** The current partitions. */
  abstract PartitionManagement partitions();

  /** Maps Spark's column names to the table's. */
  abstract TableNames names();

  @Override
  public InternalRow[] listPartitionIdentifiers(String[] names, InternalRow values) {
    TableNames stored = names();
    String[] columns = Arrays.stream(names).map(stored::inTable).toArray(String[]::new);
    return partitions().list(columns, values);
  }

  @Override
  public void createPartitions(InternalRow[] added, Map<String, String>[] metadata)
      throws PartitionsAlreadyExistException {
    for (Map<String, String> m : metadata) {
      if (!m.isEmpty()) {
        throw Errors.analysis(
            "the files of a partition are in its directory; found " + m.keySet(), null);
      }
    }
    List<InternalRow> there = partitions().existing(added);
    if (!there.isEmpty()) {
      throw Errors.partitionsExist(name(), there, partitionSchema());
    }
    partitions().create(added);
  }

  @Override
  public boolean dropPartitions(InternalRow[] dropped) {
    if (partitions().existing(dropped).size() < dropped.length) {
      return false;
    }
    partitions().drop(dropped);
    return true;
  }

  @Override
  public boolean truncatePartition(InternalRow emptied) {
    return truncatePartitions(new InternalRow[] {emptied});
  }

  @Override
  public boolean truncatePartitions(InternalRow[] emptied) {
    partitions().truncate(emptied);
    return true;
  }

  @Override
  public Map<String, String> loadPartitionMetadata(InternalRow partition) {
    return Map.of();
  }

  @Override
  public void replacePartitionMetadata(InternalRow partition, Map<String, String> metadata) {
    throw Errors.analysis("partitions have no properties of their own", null);
  }
}
