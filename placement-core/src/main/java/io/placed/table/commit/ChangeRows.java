package io.placed.table.commit;

import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.CopiedRows;
import io.placed.table.snapshot.SnapshotInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Deletes rows of some files, replaces others, and adds files with the changed rows.
 *
 * @param operation its name in the history: {@code delete}, {@code update}, {@code merge} …
 * @param paths of the files that are replaced, relative to the table
 * @param copied of replaced files
 */
record ChangeRows(
    CommitPlan plan,
    String operation,
    List<DataFile> added,
    Set<String> paths,
    Map<String, MarkedFile> marked,
    CopiedRows copied)
    implements FileOperation {
  private static final Set<String> OTHERS =
      Set.of("", Append.NAME, Overwrite.NAME, SnapshotInfo.REWRITE);

  ChangeRows {
    if (OTHERS.contains(operation)) {
      throw new IllegalArgumentException(
          "'"
              + operation
              + "' is not allowed as the name of a row-level operation; use a name such as"
              + " delete, update or merge");
    }
  }

  @Override
  public SchemaMerge.Mode columns() {
    return SchemaMerge.Mode.ROWS;
  }

  @Override
  public FileSelection replaced() {
    return FileSelection.of(paths);
  }

  @Override
  public int mustReplace() {
    return paths.size();
  }
}
