package io.placed.spark.write;

import io.placed.spark.internal.Catalyst;
import io.placed.spark.read.SourceScan;
import io.placed.table.snapshot.Snapshot;
import org.apache.spark.sql.connector.read.Scan;

/** What a query reads of the table that it writes. */
final class QueryReads {
  private QueryReads() {}

  /**
   * The snapshot from which the query that this thread runs reads rows of a table, the oldest if
   * there are several. Null if it reads none, or only snapshots that it asks for by number or time:
   * these are meant to replace whatever is there.
   *
   * @param table path of the table
   */
  static Snapshot of(String table) {
    Snapshot oldest = null;
    for (Scan scan : Catalyst.get().runningScans()) {
      Snapshot read = scan instanceof SourceScan s ? s.source().latestOf(table) : null;
      if (read != null && (oldest == null || isOlder(read, oldest))) {
        oldest = read;
      }
    }
    return oldest;
  }

  /** Whether the query that this thread runs reads any snapshot of the table, or its changes. */
  static boolean any(String table) {
    return Catalyst.get().runningScans().stream()
        .anyMatch(scan -> scan instanceof SourceScan s && s.source().anyOf(table) != null);
  }

  /** Files that no snapshot lists may have been added between two reads of one snapshot. */
  private static boolean isOlder(Snapshot a, Snapshot b) {
    return a.id() == b.id() ? a.fileCount() < b.fileCount() : a.id() < b.id();
  }
}
