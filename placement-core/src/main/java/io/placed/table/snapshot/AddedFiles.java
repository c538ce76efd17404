package io.placed.table.snapshot;

import io.placed.table.file.DataFile;
import io.placed.table.partition.TableFields;
import java.util.List;

/**
 * The files that one commit added to a table.
 *
 * @param info of its snapshot
 * @param fields of its snapshot, whose names the files have
 * @param files sorted by path, without those that were in the table before
 * @param changes whether existing rows were removed, or may have changed
 */
public record AddedFiles(
    SnapshotInfo info, TableFields fields, List<DataFile> files, boolean changes) {}
