package io.placed.table.commit;

import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import java.util.List;

/**
 * Replaces exactly these files by others whose rows were made from theirs.
 *
 * @param operation what history calls it: {@code delete}, {@code update}, {@code merge} …
 */
record ChangeRows(
    CommitPlan plan,
    String operation,
    List<DataFile> added,
    FileSelection replaced,
    int mustReplace)
    implements FileOperation {
  ChangeRows {
    if (operation.isEmpty()
        || operation.equals(Append.NAME)
        || operation.equals(ReplaceFiles.NAME)
        || operation.equals(Overwrite.NAME)) {
      throw new IllegalArgumentException("'" + operation + "' is no name for a change of rows");
    }
  }

  @Override
  public SchemaMerge.Mode columns() {
    return SchemaMerge.Mode.ROWS;
  }
}
