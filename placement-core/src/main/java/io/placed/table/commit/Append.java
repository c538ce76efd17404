package io.placed.table.commit;

import io.placed.table.file.DataFile;
import java.util.List;

/** Adds files. The table keeps its placement. */
record Append(CommitPlan plan, List<DataFile> added) implements FileOperation {
  static final String NAME = "append";

  @Override
  public String operation() {
    return NAME;
  }

  @Override
  public FileSelection replaced() {
    return null;
  }
}
