package io.placed.table.commit;

import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.List;

/**
 * A snapshot without changes. A writer that read the log before a vacuum claimed files, and has not
 * committed yet, loses the race for this snapshot id, retries, and finds the claim.
 */
public record Cleanup(String commitId) implements TableOperation {
  @Override
  public String operation() {
    return "vacuum";
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
    return new TableState(
        info,
        base.schema(),
        base.partitionColumns(),
        base.placement(),
        base.properties(),
        base.files(),
        base.excluded(),
        base.lastFieldId(),
        info.id());
  }
}
