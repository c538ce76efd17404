package io.placed.table.vacuum;

import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;

/** Files of commits that are made during a vacuum. */
final class LaterCommits {
  private LaterCommits() {}

  /**
   * Paths relative to the data set.
   *
   * @param after the last snapshot to be ignored
   * @param last the last one to be read
   * @throws IOException if another vacuum has removed snapshots that must be read
   */
  static ListedPaths paths(SnapshotLog log, long after, long last) throws IOException {
    ListedPaths paths = new ListedPaths();
    TableState before = read(log, after);
    for (long id = after + 1; id <= last; id++) {
      TableState next = read(log, id);
      paths.add(next, before);
      before = next;
    }
    return paths;
  }

  private static TableState read(SnapshotLog log, long id) throws IOException {
    try {
      return log.read(id);
    } catch (FileNotFoundException e) {
      throw log.unreadable(id, e);
    }
  }
}
