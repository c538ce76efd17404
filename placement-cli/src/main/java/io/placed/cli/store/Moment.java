package io.placed.cli.store;

import io.placed.cli.error.CliException;
import io.placed.io.FileStores;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.time.Instant;

/**
 * The state of a table to read: a snapshot, a time, or the current one.
 *
 * @param snapshot id, or null
 * @param asOf time, or null
 */
public record Moment(Long snapshot, Instant asOf) {
  public static final Moment NOW = new Moment(null, null);

  public boolean isNow() {
    return snapshot == null && asOf == null;
  }

  /**
   * @throws CliException if an earlier state of a single file is asked for
   */
  public Snapshot of(FileStores stores, DataSet dataSet) throws IOException {
    if (isNow()) {
      return dataSet.current();
    }
    if (!stores.forPath(dataSet.path()).stat(dataSet.path()).directory()) {
      throw new CliException(dataSet.path() + " is a single file; only data sets have snapshots");
    }
    return snapshot != null ? dataSet.snapshot(snapshot) : dataSet.asOf(asOf.toEpochMilli());
  }
}
