package io.placed.table.commit;

import io.placed.placement.Placement;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.Snapshot;
import java.util.List;
import java.util.Map;

/**
 * Common part of all operations on files: what they were computed from, and their table metadata.
 *
 * @param columns of the written files, bound to the snapshot on which the write was planned
 * @param planned whether the caller named that snapshot
 * @param spec how the table is to be partitioned, by the names of the written columns
 * @param partitioning the fields of the written files, by which they have values
 * @param placement null for that of the table, or the default
 * @param mergeSchema whether table and files may lack columns of each other
 * @param properties to be added to the table's
 * @param basis the snapshot that was read: no newer file may be removed; null = no restriction
 * @param serializable whether no file may have been added or removed after the basis; without one
 *     there may be no file, and for an overwrite no table
 * @param creates whether there may be no table yet
 * @param repeated whether an earlier attempt with the same files may have been committed
 * @param batch null unless it is a batch of a stream
 */
record CommitPlan(
    String commitId,
    ColumnBinding columns,
    boolean planned,
    PartitionSpec spec,
    Partitioning partitioning,
    Placement placement,
    boolean mergeSchema,
    Map<String, String> properties,
    Snapshot basis,
    boolean serializable,
    boolean creates,
    boolean repeated,
    StreamBatch batch) {

  /** Columns that are partition columns themselves. */
  List<String> partitionColumns() {
    return spec.columns();
  }
}
