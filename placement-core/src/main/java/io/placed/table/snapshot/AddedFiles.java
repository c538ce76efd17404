package io.placed.table.snapshot;

import io.placed.table.file.DataFile;
import java.util.List;

/**
 * What one commit added to a table.
 *
 * @param info of its snapshot
 * @param files sorted by path; none that were there before
 * @param changes whether rows that were there went, or may have changed
 */
public record AddedFiles(SnapshotInfo info, List<DataFile> files, boolean changes) {}
