package io.placed.table.source;

import io.placed.table.discovery.TableDirectory;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;

/**
 * Which state of a table is read: the newest, or one of the past.
 *
 * @param snapshot id, or null
 * @param asOfMillis since 1970-01-01T00:00:00Z, or null; at most one of the two is given
 */
public record Moment(Long snapshot, Long asOfMillis) {
  public static final Moment NOW = new Moment(null, null);

  public Moment {
    if (snapshot != null && asOfMillis != null) {
      throw new IllegalArgumentException("a snapshot and a time are given; one of them is allowed");
    }
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
    if (snapshot != null) {
      return table.snapshot(snapshot);
    }
    return asOfMillis != null ? table.asOf(asOfMillis) : table.current();
  }
}
