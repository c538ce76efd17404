package io.placed.dataset;

import io.placed.dataset.ForeignFiles.Found;
import io.placed.error.NotPlacedFileException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.io.PathNames;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** A directory of Placed files, with or without snapshots, or a single file. Thread-safe. */
public final class DataSet {
  private final FileStore store;
  private final String path;
  private final FooterSource footers;
  private final SnapshotLog log;

  /** Asked once, when the first file is opened; null until then. */
  private volatile Boolean isDirectory;

  private DataSet(FileStore store, String path, FooterSource footers) {
    this.store = store;
    this.path = path;
    this.footers = footers;
    this.log = new SnapshotLog(store, path);
  }

  /** Nothing is read, and nothing needs to be there. */
  public static DataSet at(FileStores stores, String path) throws IOException {
    return at(stores, path, new FileFooters());
  }

  static DataSet at(FileStores stores, String path, FooterSource footers) throws IOException {
    FileStore store = stores.forPath(path);
    return new DataSet(store, store.qualify(path), footers);
  }

  /** As the file system names it. */
  public String path() {
    return path;
  }

  /** Whether there is a file or directory, whatever it holds. */
  public boolean exists() throws IOException {
    return store.exists(path);
  }

  /**
   * Whether a new table may start here: nothing is there, or only what writes that failed before
   * their first commit left.
   */
  public boolean isVacant() throws IOException {
    if (!store.exists(path)) {
      return true;
    }
    if (!store.stat(path).directory() || !log.exists() || hasSnapshots()) {
      return false;
    }
    for (FileInfo file : store.list(path, true)) {
      String name = PathNames.name(file.path());
      if (ManagedName.commitOf(name) == null && !PathNames.isHiddenFile(name)) {
        return false;
      }
    }
    return true;
  }

  public boolean hasSnapshots() throws IOException {
    return !log.ids().isEmpty();
  }

  /** The path of a file for its file system. */
  public String pathOf(DataFile file) throws IOException {
    Boolean known = isDirectory;
    if (known == null) {
      known = store.stat(path).directory();
      isDirectory = known;
    }
    return known ? PathNames.join(path, file.path()) : path;
  }

  /** A file, ready to be read. */
  public InputFile input(DataFile file) throws IOException {
    return store.input(pathOf(file), file.length());
  }

  /**
   * The newest snapshot with the foreign files beside it.
   *
   * @throws FileNotFoundException if nothing is there, or no Placed file and no snapshot
   */
  public Snapshot current() throws IOException {
    return current(null);
  }

  /**
   * The same for who will use these columns only. The schema of a single file then has no others:
   * of a very wide one nothing else is read.
   *
   * @param columnsOrNull null for all
   * @throws IllegalArgumentException if a single file does not have one of them
   */
  public Snapshot current(Collection<String> columnsOrNull) throws IOException {
    FileInfo info = store.stat(path);
    if (!info.directory()) {
      return singleFile(info, columnsOrNull);
    }
    TableState state = log.newest();
    if (state != null) {
      return new DirectoryView(path).of(state, foreign().read(true, state.excluded()));
    }
    List<Found> found = foreign().read(log.exists(), Set.of());
    if (found.isEmpty()) {
      throw new FileNotFoundException(
          path + ": the directory holds no Placed file and no snapshot of a table");
    }
    return new DirectoryView(path).ofFiles(found, true);
  }

  private Snapshot singleFile(FileInfo info, Collection<String> columnsOrNull) throws IOException {
    FooterSource.Footer footer =
        footers
            .read(store.input(info.path(), info.length()), columnsOrNull)
            .orElseThrow(
                () ->
                    new NotPlacedFileException(
                        info.path(), "no Placed file: it does not start as one does"));
    Found file = new Found(PathNames.name(info.path()), info, footer);
    return new DirectoryView(path).ofFiles(List.of(file), false);
  }

  /**
   * The snapshot of this id. Foreign files have no history: beside an older snapshot stand those
   * that were not replaced until then, and not changed after the following snapshot was made.
   *
   * @throws FileNotFoundException that names the ids there are, if this is none of them
   */
  public Snapshot snapshot(long id) throws IOException {
    List<Long> ids = log.ids();
    int at = Collections.binarySearch(ids, id);
    if (at < 0) {
      throw new FileNotFoundException(
          path
              + ": there is no snapshot "
              + id
              + (ids.isEmpty()
                  ? "; the table has none"
                  : "; there are " + ids.get(0) + " to " + ids.get(ids.size() - 1)));
    }
    TableState state = log.state(id);
    List<Found> found = new ArrayList<>(foreign().read(true, state.excluded()));
    if (at + 1 < ids.size()) {
      long next = log.read(ids.get(at + 1)).info().timestampMillis();
      found.removeIf(f -> f.info().modifiedMillis() > next);
    }
    return new DirectoryView(path).of(state, found);
  }

  /** Newest first. */
  public List<SnapshotInfo> history() throws IOException {
    List<SnapshotInfo> history = new ArrayList<>();
    for (long id : log.ids()) {
      history.add(log.read(id).info());
    }
    Collections.reverse(history);
    return history;
  }

  /**
   * Starts a commit. The directory is made, and {@code _placed/} in it; nothing that a reader sees
   * changes.
   *
   * @param schema of what will be written, partition columns included
   * @param partitionColumns names of columns, in the order of the directories
   * @param placement null for the table's own, or the default
   * @throws IllegalArgumentException if a partition column is not in the schema or of a type that
   *     directories cannot hold
   */
  public Commit begin(Schema schema, List<String> partitionColumns, Placement placement)
      throws IOException {
    for (String column : partitionColumns) {
      PartitionValues.requireAllowed(column, schema.require(column).type());
    }
    if (!log.exists()) {
      requireNoOrphans();
      log.make();
    }
    return new Commit(this, schema, partitionColumns, placement);
  }

  /** From the first commit on such files would no longer be seen. */
  private void requireNoOrphans() throws IOException {
    if (!store.exists(path)) {
      return;
    }
    if (!store.stat(path).directory()) {
      throw new IOException(path + ": is a file; only a directory can be committed to");
    }
    for (FileInfo file : foreign().candidates(false)) {
      if (ManagedName.commitOf(PathNames.name(file.path())) != null) {
        throw new IOException(
            file.path()
                + ": was copied here from another table without its snapshots; give it another name"
                + " before you write to this directory");
      }
    }
  }

  ForeignFiles foreign() {
    return new ForeignFiles(store, path, footers);
  }

  SnapshotLog log() {
    return log;
  }

  FileStore store() {
    return store;
  }

  @Override
  public String toString() {
    return path;
  }
}
