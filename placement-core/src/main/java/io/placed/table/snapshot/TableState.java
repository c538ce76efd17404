package io.placed.table.snapshot;

import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The state of a table in its log, without foreign files.
 *
 * @param placement in text form, so that readers without support for it can still read rows
 * @param files by path
 * @param lastFieldId the largest field id ever assigned; ids are not reused
 * @param cleanup the last snapshot by which a vacuum announced the removal of uncommitted files; 0
 *     = none
 * @param deltas number of snapshots back to a full one; 0 = this one is full
 */
public record TableState(
    SnapshotInfo info,
    Schema schema,
    List<String> partitionColumns,
    String placement,
    Map<String, String> properties,
    SortedMap<String, DataFile> files,
    Set<ExcludedFile> excluded,
    int lastFieldId,
    long cleanup,
    int deltas) {

  public TableState {
    partitionColumns = List.copyOf(partitionColumns);
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
    excluded = Set.copyOf(excluded);
  }
}
