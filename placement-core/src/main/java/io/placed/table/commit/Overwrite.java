package io.placed.table.commit;

import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import java.util.List;

/**
 * Replaces everything, foreign files included.
 *
 * @param newTable whether it also replaces schema, partitioning and properties
 */
record Overwrite(CommitPlan plan, List<DataFile> added, boolean newTable) implements FileOperation {
  static final String NAME = "overwrite";

  @Override
  public String operation() {
    return NAME;
  }

  @Override
  public SchemaMerge.Mode columns() {
    return newTable ? SchemaMerge.Mode.REPLACE : FileOperation.super.columns();
  }

  @Override
  public FileSelection replaced() {
    return FileSelection.all();
  }
}
