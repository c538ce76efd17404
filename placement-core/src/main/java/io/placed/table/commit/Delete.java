package io.placed.table.commit;

import io.placed.table.file.DataFile;
import java.util.List;

/** Removes the files all of whose rows match a condition. */
record Delete(CommitPlan plan, WholeFiles replaced) implements FileOperation {
  @Override
  public String operation() {
    return "delete";
  }

  @Override
  public List<DataFile> added() {
    return List.of();
  }
}
