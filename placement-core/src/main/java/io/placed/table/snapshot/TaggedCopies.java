package io.placed.table.snapshot;

import io.placed.io.FileStore;
import io.placed.io.PathNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;

/** Copies of snapshots whose numbers expire, and that only tags keep. */
public final class TaggedCopies {
  private static final String NAME = "tagged";

  private final FileStore store;
  private final String log;
  private final String directory;

  /**
   * @param log the directory of the log
   */
  TaggedCopies(FileStore store, String log) {
    this.store = store;
    this.log = log;
    this.directory = PathNames.join(log, NAME);
  }

  /** The ids of copies that tags keep or kept, ascending. */
  public List<Long> ids() throws IOException {
    return SnapshotNumbers.in(store, directory);
  }

  public boolean exists(long id) throws IOException {
    return store.exists(pathOf(id));
  }

  /**
   * Copies a snapshot, before its number expires.
   *
   * @throws FileNotFoundException if there is neither the snapshot nor a copy
   */
  public void make(long id) throws IOException {
    if (!exists(id)) {
      byte[] content = store.readAll(SnapshotNumbers.path(log, id));
      store.mkdirs(directory);
      store.putIfAbsent(pathOf(id), content);
    }
  }

  public void delete(long id) throws IOException {
    store.delete(pathOf(id), false);
  }

  String pathOf(long id) {
    return SnapshotNumbers.path(directory, id);
  }
}
