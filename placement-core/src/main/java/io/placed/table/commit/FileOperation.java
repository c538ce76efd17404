package io.placed.table.commit;

import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.CopiedRows;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds files to a table, removes files, or both. */
sealed interface FileOperation extends TableOperation
    permits Append,
        Overwrite,
        OverwritePartitions,
        OverwriteWhere,
        Delete,
        ReplaceFiles,
        ChangeRows {

  /** The common part of all operations. */
  CommitPlan plan();

  @Override
  List<DataFile> added();

  /** How the schemas are merged. */
  default SchemaMerge.Mode columns() {
    return plan().mergeSchema() ? SchemaMerge.Mode.EITHER : SchemaMerge.Mode.SAME;
  }

  /** The files to be removed; null = none, so that foreign files need not be listed. */
  FileSelection replaced();

  /** Whether whoever writes chose partitions whose files go. */
  default boolean replacesPartitions() {
    return false;
  }

  /** Number of files that {@link #replaced} must match; -1 = any. */
  default int mustReplace() {
    return -1;
  }

  /** Rows to be deleted in files that stay, by the paths of the files. */
  default Map<String, MarkedFile> marked() {
    return Map.of();
  }

  /** Rows that are in new files because their files were written again. */
  default CopiedRows copied() {
    return CopiedRows.NONE;
  }

  @Override
  default Set<String> vectors() {
    Set<String> vectors = new HashSet<>();
    marked().values().forEach(m -> vectors.add(m.deletes().path()));
    copied().sources().values().forEach(d -> vectors.add(d.path()));
    return vectors;
  }

  @Override
  default TableState apply(TableDirectory table, TableState base) throws IOException {
    return new FileChange(this, table).apply(base);
  }
}
