package io.placed.table.commit;

import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.SnapshotInfo;
import java.util.List;
import java.util.Set;

/**
 * Replaces exactly these files by others with the same rows.
 *
 * @param paths relative to the table
 */
record ReplaceFiles(CommitPlan plan, List<DataFile> added, Set<String> paths)
    implements FileOperation {
  @Override
  public String operation() {
    return SnapshotInfo.REWRITE;
  }

  @Override
  public SchemaMerge.Mode columns() {
    return SchemaMerge.Mode.LAYOUT;
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
