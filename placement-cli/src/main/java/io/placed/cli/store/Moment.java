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
 * @param snapshot id or tag, or null
 * @param asOf time, or null
 */
public record Moment(String snapshot, Instant asOf) {
  public static final Moment NOW = new Moment(null, null);

  public boolean isNow() {
    return snapshot == null && asOf == null;
  }

  /**
   * @throws CliException if an earlier state of a single file is asked for
   */
  public Snapshot of(FileStores stores, DataSet dataSet) throws IOException {
    return checked(stores, dataSet).of(dataSet.directory());
  }

  /** The id of the snapshot. */
  public long idIn(FileStores stores, DataSet dataSet) throws IOException {
    return checked(stores, dataSet).idIn(dataSet.directory());
  }

  /**
   * The same as the core has it.
   *
   * @throws CliException if an earlier state of a single file is asked for
   */
  public io.placed.table.source.Moment checked(FileStores stores, DataSet dataSet)
      throws IOException {
    if (!isNow() && !stores.forPath(dataSet.path()).stat(dataSet.path()).directory()) {
      throw new CliException(dataSet.path() + " is a single file; only data sets have snapshots");
    }
    return new io.placed.table.source.Moment(snapshot, asOf == null ? null : asOf.toEpochMilli());
  }
}
