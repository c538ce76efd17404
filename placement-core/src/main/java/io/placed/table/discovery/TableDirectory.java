package io.placed.table.discovery;

import io.placed.error.CorruptFileException;
import io.placed.error.NotPlacedFileException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.Machine;
import io.placed.io.PathNames;
import io.placed.scan.FileReader;
import io.placed.scan.request.DeletedRows;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.deletes.FileDeletes;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.file.DataFile;
import io.placed.table.file.ManagedName;
import io.placed.table.manifest.MissingManifestException;
import io.placed.table.snapshot.AddedFiles;
import io.placed.table.snapshot.FileList;
import io.placed.table.snapshot.Retention;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A table in a file system: a directory of Placed files, with or without snapshots, or a single
 * file. All reads of table metadata go through this class. Thread-safe.
 */
public final class TableDirectory {
  private final FileStore store;
  private final String path;
  private final FooterSource footers;
  private final SnapshotLog log;
  private final SnapshotHistory history;

  /** Set when the first file is opened; null until then. */
  private volatile Boolean isDirectory;

  private TableDirectory(FileStore store, String path, FooterSource footers) {
    this.store = store;
    this.path = path;
    this.footers = footers;
    this.log = new SnapshotLog(store, path);
    this.history = new SnapshotHistory(path, log);
  }

  /** Does no I/O; the table need not exist. */
  public static TableDirectory at(FileStores stores, String path) throws IOException {
    return at(stores, path, new FileFooters());
  }

  public static TableDirectory at(FileStores stores, String path, FooterSource footers)
      throws IOException {
    FileStore store = stores.forPath(path);
    return new TableDirectory(store, store.qualify(path), footers);
  }

  /** The path in the notation of its file system. */
  public String path() {
    return path;
  }

  /** Whether a file or directory exists at the path, whatever it contains. */
  public boolean exists() throws IOException {
    return store.exists(path);
  }

  /**
   * Whether a table can be created here: the path does not exist, or holds only files of writes
   * that failed before the first commit.
   */
  public boolean isVacant() throws IOException {
    if (!store.exists(path)) {
      return true;
    }
    if (!store.stat(path).directory() || !log.exists() || hasSnapshots()) {
      return false;
    }
    for (FileInfo file : store.walk(path, n -> !n.equals(SnapshotLog.DIRECTORY))) {
      String name = PathNames.name(file.path());
      if (ManagedName.commitOf(name) == null && !PathNames.isHiddenFile(name)) {
        return false;
      }
    }
    return true;
  }

  public static boolean hasLog(FileStore store, String directory) throws IOException {
    return new SnapshotLog(store, directory).exists();
  }

  /**
   * Whether a write was ever started here. From then on files named after a commit are visible only
   * if a snapshot lists them.
   */
  public boolean isManaged() throws IOException {
    return log.exists();
  }

  public boolean hasSnapshots() throws IOException {
    return log.newestId() > 0;
  }

  /** The path of a file for its file system. */
  public String pathOf(DataFile file) throws IOException {
    return paths().apply(file);
  }

  /** Whether the table is a single file. */
  public boolean isFile() throws IOException {
    Boolean known = isDirectory;
    if (known == null) {
      known = store.stat(path).directory();
      isDirectory = known;
    }
    return !known;
  }

  /** The paths of files for their file system. */
  public Function<DataFile, String> paths() throws IOException {
    return !isFile() ? f -> PathNames.join(path, f.path()) : f -> path;
  }

  /** The rows of a data file that are deleted; null if there are none. */
  public DeletedRows deleted(DataFile file) throws IOException {
    FileDeletes deletes = FileDeletes.of(log.directory(), file);
    return deletes == null ? null : deletes.load(store);
  }

  /** A read request of the table for one of its files; see {@link DataFile#request}. */
  public ReadRequest request(DataFile file, Schema tableSchema, ReadRequest asked)
      throws IOException {
    return file.request(tableSchema, asked, deleted(file));
  }

  /** A data file as input. */
  public InputFile input(DataFile file) throws IOException {
    InputFile input = store.input(pathOf(file), file.length());
    // A file that no snapshot lists may be replaced at any time.
    return file.ids() == null ? input : input.identified(file.fileId());
  }

  /**
   * The latest snapshot, including the foreign files that its table shows.
   *
   * @throws FileNotFoundException if the path does not exist, or has neither a Placed file nor a
   *     snapshot
   */
  public Snapshot current() throws IOException {
    return current(null);
  }

  /**
   * The same for readers of these columns only. For a single file only their metadata is read, and
   * the schema has no other columns.
   *
   * @param columnsOrNull null for all
   * @throws IllegalArgumentException if a single file does not have one of them
   */
  public Snapshot current(Collection<String> columnsOrNull) throws IOException {
    FileInfo info = store.stat(path);
    isDirectory = info.directory();
    if (!info.directory()) {
      return singleFile(info, columnsOrNull);
    }
    TableState state = log.newest();
    if (state != null) {
      return withForeign(state);
    }
    TableDirectory owner = owner(false, Set.of());
    if (owner != null) {
      requireNotOf(owner);
    }
    List<Found> found = foreign().all(owner != null || log.exists());
    if (found.isEmpty()) {
      throw new FileNotFoundException(
          path + ": the directory contains neither a Placed file nor a snapshot of a table");
    }
    return new DirectoryView(path).ofFiles(found, true);
  }

  /**
   * The table that this path is inside of: the nearest directory above that was ever written to by
   * a commit, with nothing but partitions between; null if there is none.
   *
   * @param file whether the path is a file, which may have any name
   * @param known whole paths of tables that need not be looked for
   */
  public TableDirectory owner(boolean file, Set<String> known) throws IOException {
    String at = path;
    boolean enters = file;
    while (enters || PathNames.name(at).indexOf('=') > 0) {
      enters = false;
      at = PathNames.parent(at);
      if (at == null || at.isEmpty()) {
        return null;
      }
      TableDirectory candidate = new TableDirectory(store, at, footers);
      if (known.contains(at) || candidate.isManaged()) {
        return candidate;
      }
    }
    return null;
  }

  /** A partition's directory also has files that were removed from the table, or never added. */
  private void requireNotOf(TableDirectory owner) throws IOException {
    if (owner.hasSnapshots()) {
      throw new IOException(
          path
              + ": is a directory of the table "
              + owner.path
              + ", whose snapshots say which rows there are: read the table, with a condition");
    }
  }

  /** The state, including the foreign files that its table shows. */
  public Snapshot withForeign(TableState state) throws IOException {
    return withForeign(state, Long.MAX_VALUE);
  }

  /**
   * @param until foreign files that were modified later are left out
   */
  private Snapshot withForeign(TableState state, long until) throws IOException {
    List<Found> found = new ArrayList<>(foreign().beside(state));
    found.removeIf(f -> f.info().modifiedMillis() > until);
    return new DirectoryView(path).of(state, found);
  }

  /**
   * What the snapshot with this id lists, without foreign files; all of it is read.
   *
   * @throws FileNotFoundException if it does not exist
   */
  public Snapshot logged(long id) throws IOException {
    TableState state = log.read(id);
    try {
      return new DirectoryView(path).of(state, List.of()).load();
    } catch (MissingManifestException e) {
      if (log.exists(id)) {
        throw e;
      }
      FileNotFoundException expired =
          new FileNotFoundException(path + ": snapshot " + id + " expired while it was read");
      expired.initCause(e);
      throw expired;
    }
  }

  /** The latest snapshot without foreign files; null if there is none. */
  public Snapshot newestLogged() throws IOException {
    TableState newest = log.newest();
    return newest == null ? null : new DirectoryView(path).of(newest, List.of());
  }

  /**
   * Opens a single file.
   *
   * @param columnsOrNull as for {@link #current(Collection)}
   * @return null if the path is a directory
   */
  public OpenedFile openFile(Collection<String> columnsOrNull) throws IOException {
    FileInfo info = store.stat(path);
    isDirectory = info.directory();
    if (info.directory()) {
      return null;
    }
    FileReader reader = FileReader.open(store.input(info.path(), info.length()), new IoCounters());
    try {
      return new OpenedFile(singleFile(info, FileFooters.footer(reader, columnsOrNull)), reader);
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private Snapshot singleFile(FileInfo info, FooterSource.Footer footer) throws IOException {
    Found file = new Found(PathNames.name(info.path()), info, footer);
    return new DirectoryView(path).ofFiles(List.of(file), false);
  }

  private Snapshot singleFile(FileInfo info, Collection<String> columnsOrNull) throws IOException {
    FooterSource.Footer footer =
        footers
            .read(store.input(info.path(), info.length()), columnsOrNull)
            .orElseThrow(
                () ->
                    new NotPlacedFileException(
                        info.path(),
                        "not a Placed file: it does not start with the magic bytes of one"));
    return singleFile(info, footer);
  }

  /**
   * The snapshot with this id. Foreign files have no history: an older snapshot includes those that
   * it had not replaced, and that were not modified after the next snapshot.
   *
   * @throws FileNotFoundException if it does not exist; the message names the ids that do
   */
  public Snapshot snapshot(long id) throws IOException {
    TableState newest;
    try {
      newest = log.newest();
    } catch (CorruptFileException e) {
      return besideDamage(id, e);
    }
    return snapshot(id, newest);
  }

  private Snapshot snapshot(long id, TableState newest) throws IOException {
    if (newest == null) {
      throw history.missing("snapshot " + id + " does not exist", Retention.ALL, null);
    }
    TableState state = history.retained(id, newest);
    return withForeign(
        state, state.showsForeignFiles() ? history.replacedMillis(id, newest) : Long.MAX_VALUE);
  }

  /**
   * An older snapshot can be read and repaired although the latest one is damaged, which would say
   * whether it has expired.
   */
  private Snapshot besideDamage(long id, CorruptFileException latest) throws IOException {
    TableState state;
    try {
      state = log.readCopied(id);
    } catch (FileNotFoundException e) {
      latest.addSuppressed(e);
      throw latest;
    }
    if (state.showsForeignFiles()) {
      throw latest; // When the next one took its place is not known.
    }
    return withForeign(state, Long.MAX_VALUE);
  }

  /**
   * The snapshot that a tag names, see {@link #snapshot(long)}.
   *
   * @throws FileNotFoundException if there is no such tag; the message names those that there are
   */
  public Snapshot snapshot(String tag) throws IOException {
    TableState newest = log.newest();
    return snapshot(history.tagged(tag, newest), newest);
  }

  /**
   * The snapshot that was the latest at a time.
   *
   * @param millis since 1970-01-01T00:00:00Z
   * @throws FileNotFoundException if there is none that old; the message names the oldest one
   */
  public Snapshot asOf(long millis) throws IOException {
    return snapshot(history.idAsOf(millis));
  }

  /** The id of the latest snapshot; 0 if there is none. */
  public long newestId() throws IOException {
    return log.newestId();
  }

  /**
   * The files that a snapshot added, without those that it only rewrote.
   *
   * @throws FileNotFoundException if the snapshot has expired; or the one before it, if it is a
   *     rewrite of a table that shows foreign files
   */
  public AddedFiles added(long id) throws IOException {
    TableState state = id > 1 ? log.read(id) : log.readRetained(id);
    TableState before = null;
    if (id > 1) {
      try {
        before = log.parent(state.info());
      } catch (FileNotFoundException e) {
        return addedSinceExpired(log.readRetained(id), e);
      }
    }
    if (state.isRewriteOf(before)) {
      return new AddedFiles(state.info(), state.fields(), List.of(), false);
    }
    List<DataFile> files =
        before == null
            ? List.copyOf(state.files().all().values())
            : state.files().notIn(before.files()).stream()
                .filter(d -> d.other() == null)
                .map(FileList.Differing::file)
                .toList();
    boolean changes = before != null && state.info().changesRows();
    return new AddedFiles(state.info(), state.fields(), files, changes);
  }

  /** The same without the snapshot before: each file says which snapshot added it. */
  private static AddedFiles addedSinceExpired(TableState state, FileNotFoundException expired)
      throws IOException {
    boolean rewrite = state.info().operation().equals(SnapshotInfo.REWRITE);
    if (rewrite && state.showsForeignFiles()) {
      throw expired; // Only the number of rows before tells whether it has listed some of them.
    }
    List<DataFile> files = new ArrayList<>();
    if (!rewrite) {
      files.addAll(state.files().all().values());
      files.removeIf(f -> f.ids().snapshot() != state.info().id());
    }
    boolean changes = !rewrite && state.info().changesRows();
    return new AddedFiles(state.info(), state.fields(), List.copyOf(files), changes);
  }

  /** Which snapshots there are, by id, tag and time. */
  public SnapshotHistory history() {
    return history;
  }

  /** Creates the log if there is none; readers see no change. */
  public void startLog() throws IOException {
    if (!log.exists()) {
      requireNoOrphans();
      log.make();
    }
  }

  /**
   * After the first commit, files named after other commits would become invisible. Those of
   * another writer may be there by now, who has begun the log before the first of them.
   */
  private void requireNoOrphans() throws IOException {
    if (!store.exists(path)) {
      return;
    }
    if (!store.stat(path).directory()) {
      throw new IOException(path + ": is a file; commits need a directory");
    }
    for (FileInfo file : foreign().candidates(false)) {
      if (ManagedName.commitOf(PathNames.name(file.path())) == null) {
        continue;
      }
      if (log.exists()) {
        return;
      }
      throw new IOException(
          file.path()
              + ": was copied here from another table without its snapshots; rename it before"
              + " writing to this directory");
    }
  }

  public ForeignFiles foreign() {
    return new ForeignFiles(store, path, footers);
  }

  public SnapshotLog log() {
    return log;
  }

  public FileStore store() {
    return store;
  }

  /** The machine of this process: its clock and its random ids. */
  public Machine machine() {
    return store.machine();
  }

  @Override
  public String toString() {
    return path;
  }
}
