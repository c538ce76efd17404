package io.placed.dataset;

import java.io.IOException;
import java.util.List;

/**
 * A snapshot that changes nothing but its number: every writer that looked at the log before a
 * vacuum claimed files, and has not committed yet, loses the race for a number, looks again, and
 * finds the claim.
 */
record Cleanup(String commitId) implements StateChange {
  @Override
  public String operation() {
    return "vacuum";
  }

  @Override
  public List<DataFile> added() {
    return List.of();
  }

  @Override
  public TableState apply(DataSet dataSet, TableState base) throws IOException {
    if (base == null) {
      throw new IOException(dataSet.path() + ": the table was removed while it was vacuumed");
    }
    SnapshotInfo before = base.info();
    long id = before.id() + 1;
    long now = Math.max(System.currentTimeMillis(), before.timestampMillis());
    return new TableState(
        new SnapshotInfo(
            id, before.id(), before.commitId(), commitId, now, operation(), 0, 0, 0, 0),
        base.schema(),
        base.partitionColumns(),
        base.placement(),
        base.properties(),
        base.files(),
        base.excluded(),
        base.lastFieldId(),
        id,
        0);
  }
}
