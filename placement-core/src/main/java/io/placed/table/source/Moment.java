package io.placed.table.source;

import io.placed.table.discovery.TableDirectory;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;

/**
 * Which state of a table is read: the newest, or one of the past.
 *
 * @param snapshot id or tag, or null
 * @param asOfMillis since 1970-01-01T00:00:00Z, or null; at most one of the two is given
 */
public record Moment(String snapshot, Long asOfMillis) {
  public static final Moment NOW = new Moment(null, null);

  public Moment {
    if (snapshot != null && asOfMillis != null) {
      throw new IllegalArgumentException("a snapshot and a time are given; one of them is allowed");
    }
    snapshot = snapshot == null ? null : snapshot.strip();
  }

  public boolean isNow() {
    return snapshot == null && asOfMillis == null;
  }

  /**
   * The state of a table.
   *
   * @throws java.io.FileNotFoundException if it has none at this moment
   */
  public Snapshot of(TableDirectory table) throws IOException {
    return isNow() ? table.current() : table.snapshot(idIn(table));
  }

  /**
   * The id of the snapshot.
   *
   * @throws java.io.FileNotFoundException if the table has none at this moment
   */
  public long idIn(TableDirectory table) throws IOException {
    if (snapshot == null) {
      return asOfMillis == null ? table.newestId() : table.history().idAsOf(asOfMillis);
    }
    return table.history().id(snapshot);
  }
}
