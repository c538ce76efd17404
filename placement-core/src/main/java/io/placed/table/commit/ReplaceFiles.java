package io.placed.table.commit;

import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.SnapshotInfo;
import java.util.List;

/** Replaces exactly these files by others with the same rows. */
public record ReplaceFiles(
    CommitPlan plan, List<DataFile> added, FileSelection replaced, int mustReplace)
    implements FileOperation {
  public static final String NAME = SnapshotInfo.REWRITE;

  @Override
  public String operation() {
    return NAME;
  }

  @Override
  public SchemaMerge.Mode columns() {
    return SchemaMerge.Mode.LAYOUT;
  }
}
