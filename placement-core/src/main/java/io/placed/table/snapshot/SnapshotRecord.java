package io.placed.table.snapshot;

import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import java.util.List;
import java.util.Map;

/**
 * One snapshot file of {@code _placed/}.
 *
 * @param full whether {@code files} and {@code excluded} are complete; otherwise they list
 *     additions to the parent's
 * @param removed paths of files of the parent that were removed; empty if full
 * @param lastFieldId as in {@link TableState}
 * @param cleanup as in {@link TableState}
 */
public record SnapshotRecord(
    SnapshotInfo info,
    Schema schema,
    List<String> partitionColumns,
    String placement,
    Map<String, String> properties,
    boolean full,
    List<DataFile> files,
    List<String> removed,
    List<ExcludedFile> excluded,
    int lastFieldId,
    long cleanup) {}
