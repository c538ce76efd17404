package io.placed.table.commit;

import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import java.util.List;

/**
 * Replaces everything, foreign files included.
 *
 * @param newTable whether it also replaces schema, partitioning and properties
 * @param keepsColumns whether columns of the former schema stay, wider types, and the partitioning
 */
record Overwrite(CommitPlan plan, List<DataFile> added, boolean newTable, boolean keepsColumns)
    implements FileOperation {
  static final String NAME = "overwrite";

  @Override
  public String operation() {
    return NAME;
  }

  @Override
  public SchemaMerge.Mode columns() {
    if (!newTable) {
      return FileOperation.super.columns();
    }
    return keepsColumns ? SchemaMerge.Mode.REPLACE_ROWS : SchemaMerge.Mode.REPLACE;
  }

  @Override
  public FileSelection replaced() {
    return FileSelection.all();
  }
}
