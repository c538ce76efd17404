package io.placed.table.snapshot;

import io.placed.error.CorruptFileException;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Follows parents back to a full snapshot, or one that is known, and adds up what came since. */
final class StateReader {
  private final SnapshotLog log;
  private final TableState known;

  /**
   * @param known a state that was read before, or null
   */
  StateReader(SnapshotLog log, TableState known) {
    this.log = log;
    this.known = known;
  }

  /**
   * @throws FileNotFoundException if the snapshot, or one that it is made from, is not there
   */
  TableState read(long id) throws IOException {
    SnapshotRecord newest = log.read(id);
    if (isKnown(id, newest.info().commitId())) {
      return known;
    }
    Deque<SnapshotRecord> chain = new ArrayDeque<>();
    chain.push(newest);
    TableState base = null;
    while (base == null && !chain.peek().full()) {
      SnapshotRecord delta = chain.peek();
      SnapshotInfo info = delta.info();
      if (info.parent() == 0) {
        throw damaged(delta, "it has no parent and is not full");
      }
      if (isKnown(info.parent(), info.parentCommit())) {
        base = known;
      } else {
        follow(delta, chain);
      }
    }
    return sum(newest, base, chain);
  }

  /** A table that was removed and made again has other commits of the same numbers. */
  private boolean isKnown(long id, String commit) {
    return known != null && known.info().id() == id && known.info().commitId().equals(commit);
  }

  private void follow(SnapshotRecord delta, Deque<SnapshotRecord> chain) throws IOException {
    SnapshotInfo info = delta.info();
    SnapshotRecord parent;
    try {
      parent = log.read(info.parent());
    } catch (FileNotFoundException e) {
      useCheckpoint(chain, e);
      return;
    }
    if (!parent.info().commitId().equals(info.parentCommit())) {
      throw damaged(
          delta,
          "it was made from commit "
              + info.parentCommit()
              + ", but snapshot "
              + info.parent()
              + " is of commit "
              + parent.info().commitId());
    }
    chain.push(parent);
  }

  /** A vacuum that removes old snapshots has made one above the oldest that it removes. */
  private void useCheckpoint(Deque<SnapshotRecord> chain, FileNotFoundException missing)
      throws IOException {
    while (!chain.isEmpty()) {
      SnapshotRecord delta = chain.pop();
      SnapshotRecord checkpoint = log.readCheckpoint(delta.info().id());
      if (checkpoint != null) {
        if (!checkpoint.full() || !checkpoint.info().equals(delta.info())) {
          throw damaged(delta, "its checkpoint is of another commit");
        }
        chain.push(checkpoint);
        return;
      }
    }
    throw missing;
  }

  /**
   * @param base what the first of the chain is made from; null if it is full
   */
  private TableState sum(SnapshotRecord newest, TableState base, Iterable<SnapshotRecord> chain)
      throws CorruptFileException {
    SortedMap<String, DataFile> files = new TreeMap<>();
    Set<ExcludedFile> excluded = new LinkedHashSet<>();
    int deltas = -1;
    if (base != null) {
      files.putAll(base.files());
      excluded.addAll(base.excluded());
      deltas = base.deltas();
    }
    for (SnapshotRecord s : chain) {
      for (String path : s.removed()) {
        if (files.remove(path) == null) {
          throw damaged(s, "it removes " + path + ", which is not there");
        }
      }
      for (DataFile file : s.files()) {
        if (files.put(file.path(), file) != null) {
          throw damaged(s, "it adds " + file.path() + " twice");
        }
      }
      excluded.addAll(s.excluded());
      deltas++;
    }
    return new TableState(
        newest.info(),
        newest.schema(),
        newest.partitionColumns(),
        newest.placement(),
        newest.properties(),
        files,
        excluded,
        newest.lastFieldId(),
        newest.cleanup(),
        deltas);
  }

  private CorruptFileException damaged(SnapshotRecord snapshot, String detail) {
    return new CorruptFileException(log.pathOf(snapshot.info().id()), 0, detail);
  }
}
