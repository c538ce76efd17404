package io.placed.table.commit;

import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import java.util.List;

/** Adds files. The table keeps its placement. */
record Append(CommitPlan plan, List<DataFile> added, boolean mergeSchema) implements FileOperation {
  static final String NAME = "append";

  @Override
  public String operation() {
    return NAME;
  }

  @Override
  public SchemaMerge.Mode columns() {
    return FileOperation.columns(mergeSchema);
  }

  @Override
  public FileSelection replaced() {
    return null;
  }
}
