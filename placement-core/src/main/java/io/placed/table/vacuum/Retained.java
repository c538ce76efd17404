package io.placed.table.vacuum;

import io.placed.error.CorruptFileException;
import io.placed.io.FileInfo;
import io.placed.table.file.ExcludedFile;
import io.placed.table.snapshot.Retention;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The files that the retained snapshots of a log need, and those that only expired ones need. */
final class Retained {
  private final ListedPaths listed = new ListedPaths();
  private final ListedPaths wasListed = new ListedPaths();
  private Set<ExcludedFile> excluded;
  private final SnapshotLog log;

  /** Ids of snapshots that have a copy, or get one in this vacuum. */
  private final Set<Long> copied;

  private Retained(SnapshotLog log, Retention retention) throws IOException {
    this.log = log;
    this.copied = new HashSet<>(log.copies().ids());
    copied.addAll(retention.onlyTagged());
  }

  /**
   * @param retention of the latest snapshot
   * @param kept ids of retained snapshots, ascending, at least one
   * @param expired ids of the others
   */
  static Retained of(SnapshotLog log, Retention retention, List<Long> kept, List<Long> expired)
      throws IOException {
    Retained retained = new Retained(log, retention);
    TableState before = null;
    for (long id : expired) {
      try {
        TableState state = retained.read(id);
        if (retained.isInHistory(state)) {
          retained.wasListed.add(state, before);
          before = state;
        }
      } catch (CorruptFileException | FileNotFoundException e) {
        before = null; // What only it lists is taken for files of unfinished writes.
      }
    }
    before = null;
    for (long id : kept) {
      TableState state;
      try {
        state = retained.read(id);
      } catch (FileNotFoundException e) {
        throw log.unreadable(id, e);
      }
      if (before == null) {
        retained.excluded = new HashSet<>(state.excluded());
      }
      retained.excluded.retainAll(state.excluded());
      retained.listed.add(state, before);
      before = state;
    }
    return retained;
  }

  private TableState read(long id) throws IOException {
    if (copied.contains(id)) {
      return log.readCopied(id);
    }
    try {
      return log.read(id);
    } catch (FileNotFoundException e) {
      return log.readCopied(id); // Another vacuum has copied it since, for a tag.
    }
  }

  /**
   * False for a snapshot whose number had expired when it was put: its writer is about to withdraw
   * it, and to list its files in a later one.
   */
  private boolean isInHistory(TableState state) throws IOException {
    try {
      TableState next = read(state.info().id() + 1);
      return next.info().parentCommit().equals(state.info().commitId());
    } catch (FileNotFoundException e) {
      return true; // A copy that a tag kept: it was made of a snapshot of the history.
    }
  }

  /** Whether a retained snapshot lists the file. */
  boolean lists(String path) {
    return listed.has(path);
  }

  /** Whether an expired snapshot lists the file, so that its write is complete. */
  boolean wasListed(String path) {
    return wasListed.has(path);
  }

  /** Whether this file, which no commit wrote, is replaced in every retained snapshot. */
  boolean isReplaced(String path, FileInfo file) {
    return excluded.contains(new ExcludedFile(path, file.length(), file.modifiedMillis()));
  }
}
