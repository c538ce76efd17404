package io.placed.table.vacuum;

import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;

/** Files of commits that are made during a vacuum; every call reads on in the log. */
final class LaterCommits {
  private final SnapshotLog log;
  private final ListedPaths paths = new ListedPaths();
  private long newest;

  /**
   * @param newest the last snapshot to be ignored
   */
  LaterCommits(SnapshotLog log, long newest) {
    this.log = log;
    this.newest = newest;
  }

  /**
   * Paths relative to the data set, up to the latest snapshot.
   *
   * @throws IOException if another vacuum has removed snapshots that must be read
   */
  ListedPaths paths() throws IOException {
    TableState before = read(newest);
    while (true) {
      TableState next;
      try {
        next = log.read(newest + 1);
      } catch (FileNotFoundException e) {
        if (log.newestId() <= newest) {
          return paths;
        }
        // It was committed since, or another vacuum has removed it.
        next = read(newest + 1);
      }
      paths.add(next, before);
      before = next;
      newest++;
    }
  }

  private TableState read(long id) throws IOException {
    try {
      return log.read(id);
    } catch (FileNotFoundException e) {
      throw log.unreadable(id, e);
    }
  }
}
