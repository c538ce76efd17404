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

/** Follows parents back to a full or known snapshot, and applies the deltas since. */
final class StateReader {
  private final SnapshotLog log;
  private final TableState known;

  /**
   * @param known a state that was read before; may be null
   */
  StateReader(SnapshotLog log, TableState known) {
    this.log = log;
    this.known = known;
  }

  /**
   * @throws FileNotFoundException if the snapshot or one of its parents does not exist
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
        throw damaged(delta, "it is a delta without a parent");
      }
      if (isKnown(info.parent(), info.parentCommit())) {
        base = known;
      } else {
        follow(delta, chain);
      }
    }
    return sum(newest, base, chain);
  }

  /** A table that was dropped and recreated has other commits with the same ids. */
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
          "its parent is commit "
              + info.parentCommit()
              + ", but snapshot "
              + info.parent()
              + " is commit "
              + parent.info().commitId());
    }
    chain.push(parent);
  }

  /** A vacuum writes a checkpoint above the snapshots that it removes. */
  private void useCheckpoint(Deque<SnapshotRecord> chain, FileNotFoundException missing)
      throws IOException {
    while (!chain.isEmpty()) {
      SnapshotRecord delta = chain.pop();
      SnapshotRecord checkpoint = log.readCheckpoint(delta.info().id());
      if (checkpoint != null) {
        if (!checkpoint.full() || !checkpoint.info().equals(delta.info())) {
          throw damaged(delta, "its checkpoint belongs to another commit");
        }
        chain.push(checkpoint);
        return;
      }
    }
    throw missing;
  }

  /**
   * @param base parent of the first of the chain; null if that is full
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
          throw damaged(s, "it removes " + path + ", which its parent does not list");
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
