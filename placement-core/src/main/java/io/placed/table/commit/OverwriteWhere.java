package io.placed.table.commit;

import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import java.util.List;

/** Replaces the files that a condition on files names, whenever they were added. */
record OverwriteWhere(
    CommitPlan plan, List<DataFile> added, boolean mergeSchema, FileSelection replaced)
    implements FileOperation {
  @Override
  public String operation() {
    return "overwriteWhere";
  }

  @Override
  public SchemaMerge.Mode columns() {
    return FileOperation.columns(mergeSchema);
  }
}
