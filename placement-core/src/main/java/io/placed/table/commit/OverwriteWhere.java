package io.placed.table.commit;

import io.placed.table.file.DataFile;
import java.util.List;

/** Replaces the files that match a condition, whenever they were added. */
record OverwriteWhere(CommitPlan plan, List<DataFile> added, FileSelection replaced)
    implements FileOperation {
  @Override
  public boolean replacesPartitions() {
    return true;
  }

  @Override
  public String operation() {
    return "overwriteWhere";
  }
}
