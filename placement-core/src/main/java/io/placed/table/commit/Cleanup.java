package io.placed.table.commit;

import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
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
  public List<DataFile> added() {
    return List.of();
  }

  @Override
  public TableState apply(TableDirectory table, TableState base) throws IOException {
    if (base == null) {
      throw new IOException(table.path() + ": the table was removed during the vacuum");
    }
    SnapshotInfo info = base.info().next(commitId, operation());
    Set<ExcludedFile> excluded = new HashSet<>(base.excluded());
    excluded.removeAll(gone);
    return new TableState(
        info,
        base.schema(),
        base.partitionColumns(),
        base.placement(),
        base.properties(),
        base.files(),
        excluded,
        base.lastFieldId(),
        announces ? info.id() : base.cleanup(),
        base.retention());
  }
}
