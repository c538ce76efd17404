package io.placed.cli.store;

import io.placed.cli.error.CliException;
import io.placed.dataset.DataSet;
import io.placed.dataset.Snapshot;
import io.placed.io.FileStores;
import java.io.IOException;
import java.time.Instant;

/**
 * Which state of a table is meant.
 *
 * @param snapshot id, or null
 * @param asOf null = now
 */
public record Moment(Long snapshot, Instant asOf) {
  public static final Moment NOW = new Moment(null, null);

  public boolean isNow() {
    return snapshot == null && asOf == null;
  }

  /**
   * @throws CliException if a file is asked for its past
   */
  public Snapshot of(FileStores stores, DataSet dataSet) throws IOException {
    if (isNow()) {
      return dataSet.current();
    }
    if (!stores.forPath(dataSet.path()).stat(dataSet.path()).directory()) {
      throw new CliException(dataSet.path() + " is a file; only data sets have snapshots");
    }
    return snapshot != null ? dataSet.snapshot(snapshot) : dataSet.asOf(asOf.toEpochMilli());
  }
}
