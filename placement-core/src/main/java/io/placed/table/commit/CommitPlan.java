package io.placed.table.commit;

import io.placed.placement.Placement;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.snapshot.Snapshot;
import java.util.List;
import java.util.Map;

/**
 * What all operations on files have: on what they were computed, and what they say of the table.
 *
 * @param columns of the files that are written, bound to the snapshot on which the write was
 *     planned
 * @param planned whether the author named that snapshot
 * @param placement null for the table's own, or the default
 * @param mergeSchema whether the table and what is written may each lack columns of the other
 * @param properties to be added to the table's
 * @param basis what the author had read: of the files that are taken out none may be newer; null =
 *     whatever is there
 * @param serializable whether no file at all may be newer than the basis
 * @param batch null if it is no batch of a stream
 */
record CommitPlan(
    String commitId,
    ColumnBinding columns,
    boolean planned,
    List<String> partitionColumns,
    Placement placement,
    boolean mergeSchema,
    Map<String, String> properties,
    Snapshot basis,
    boolean serializable,
    StreamBatch batch) {}
