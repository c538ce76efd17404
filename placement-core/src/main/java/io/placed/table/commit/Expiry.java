package io.placed.table.commit;

import io.placed.table.discovery.TableDirectory;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.IOException;

/**
 * A snapshot by which a vacuum announces that those before another one expire, unless they have a
 * tag by now. Later commits can neither tag nor restore them.
 *
 * @param from the first snapshot that stays
 */
public record Expiry(String commitId, long from) implements TableOperation {
  @Override
  public String operation() {
    return SnapshotInfo.VACUUM;
  }

  @Override
  public TableState apply(TableDirectory table, TableState base) throws IOException {
    if (base == null) {
      throw new IOException(table.path() + ": the table was removed during the vacuum");
    }
    return base.after(
        base.info().next(commitId, operation(), table.machine().millis()),
        base.cleanup(),
        table.log().expire(base.retention(), from));
  }
}
