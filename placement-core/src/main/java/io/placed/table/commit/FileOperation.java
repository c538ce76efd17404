package io.placed.table.commit;

import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.SchemaMerge;
import io.placed.table.snapshot.TableState;
import java.io.IOException;

/** Adds files to a table, takes files out of it, or both. */
sealed interface FileOperation extends TableOperation
    permits Append,
        Overwrite,
        OverwritePartitions,
        OverwriteWhere,
        Delete,
        ReplaceFiles,
        ChangeRows {

  /** What all of them have. */
  CommitPlan plan();

  /** What becomes of the table's columns. */
  default SchemaMerge.Mode columns() {
    return plan().mergeSchema() ? SchemaMerge.Mode.EITHER : SchemaMerge.Mode.SAME;
  }

  /** The files that it takes out; null = none, which saves looking at foreign files. */
  FileSelection replaced();

  /** Number of files that {@link #replaced} has to find; -1 = any. */
  default int mustReplace() {
    return -1;
  }

  @Override
  default TableState apply(TableDirectory table, TableState base) throws IOException {
    return new FileChange(this, table).apply(base);
  }
}
