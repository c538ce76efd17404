package io.placed.table.vacuum;

import io.placed.io.FileInfo;
import io.placed.table.file.ExcludedFile;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.SnapshotRecord;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The files that the retained snapshots of a log need, and those that only expired ones need. */
final class Retained {
  private final Set<String> listed = new HashSet<>();
  private final Set<String> wasListed = new HashSet<>();
  private Set<ExcludedFile> excluded;

  private Retained() {}

  /**
   * @param kept ids of retained snapshots, without a gap, at least one
   * @param expired ids of the snapshots before them
   */
  static Retained of(SnapshotLog log, List<Long> kept, List<Long> expired) throws IOException {
    Retained retained = new Retained();
    TableState oldest = log.state(kept.get(0));
    oldest.files().values().forEach(f -> retained.listed.addAll(f.paths()));
    retained.excluded = new HashSet<>(oldest.excluded());
    for (long id : kept.subList(1, kept.size())) {
      SnapshotRecord record = log.read(id);
      record.files().forEach(f -> retained.listed.addAll(f.paths()));
      if (record.full()) {
        retained.excluded.retainAll(record.excluded());
      }
    }
    for (long id : expired) {
      log.read(id).files().forEach(f -> retained.wasListed.addAll(f.paths()));
      SnapshotRecord checkpoint = log.readCheckpoint(id);
      if (checkpoint != null) {
        checkpoint.files().forEach(f -> retained.wasListed.addAll(f.paths()));
      }
    }
    return retained;
  }

  /** Whether a retained snapshot lists the file. */
  boolean lists(String path) {
    return listed.contains(path);
  }

  /** Whether an expired snapshot lists the file, so that its write is complete. */
  boolean wasListed(String path) {
    return wasListed.contains(path);
  }

  /** Whether this foreign file is replaced in every retained snapshot. */
  boolean isReplacedForeign(String path, FileInfo file) {
    return excluded.contains(new ExcludedFile(path, file.length(), file.modifiedMillis()));
  }
}
