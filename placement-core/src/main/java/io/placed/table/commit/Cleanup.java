package io.placed.table.commit;

import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.ExcludedFile;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.Set;

/**
 * A snapshot of a vacuum, without changes of rows. A writer that read the log before a vacuum
 * claimed files, and has not committed yet, loses the race for this snapshot id, retries, and finds
 * the claim.
 *
 * @param announces whether the vacuum removes files of unfinished commits
 * @param gone replaced files that the vacuum has removed, so that nothing needs to exclude them
 */
public record Cleanup(String commitId, boolean announces, Set<ExcludedFile> gone)
    implements TableOperation {
  @Override
  public String operation() {
    return SnapshotInfo.VACUUM;
  }

  @Override
  public TableState apply(TableDirectory table, TableState base) throws IOException {
    if (base == null) {
      throw new IOException(table.path() + ": the table was removed during the vacuum");
    }
    SnapshotInfo info = base.info().next(commitId, operation(), table.machine().millis());
    long cleanup = announces ? info.id() : base.cleanup();
    return base.after(info, cleanup, base.retention()).withoutExclusions(gone);
  }
}
