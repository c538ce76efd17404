package io.placed.table.vacuum;

import io.placed.table.snapshot.SnapshotLog;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** Files of commits that are made while somebody works; the log is read on each time. */
final class LaterCommits {
  private final SnapshotLog log;
  private final Set<String> paths = new HashSet<>();
  private long newest;

  /**
   * @param newest the last snapshot that is not of interest
   */
  LaterCommits(SnapshotLog log, long newest) {
    this.log = log;
    this.newest = newest;
  }

  /**
   * Relative to the data set, up to this moment.
   *
   * @throws IOException if another vacuum has removed snapshots that had to be read
   */
  Set<String> paths() throws IOException {
    try {
      for (; ; newest++) {
        log.read(newest + 1).files().forEach(f -> paths.addAll(f.paths()));
      }
    } catch (FileNotFoundException e) {
      requireNewest();
    }
    return paths;
  }

  private void requireNewest() throws IOException {
    long now = log.newestId();
    if (now > newest) {
      throw new IOException(
          log.directory()
              + ": snapshot "
              + (newest + 1)
              + " was removed while it was needed, the newest is "
              + now
              + ": another vacuum is at work; try again when it has ended");
    }
  }
}
