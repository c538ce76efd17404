package io.placed.table.commit;

import io.placed.table.file.DataFile;
import java.util.List;

/** Replaces the partitions that get a file (dynamic partition overwrite). */
record OverwritePartitions(CommitPlan plan, List<DataFile> added, SamePartitions replaced)
    implements FileOperation {
  @Override
  public boolean replacesPartitions() {
    return true;
  }

  @Override
  public String operation() {
    return "overwritePartitions";
  }
}
