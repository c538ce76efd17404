package io.placed.table.snapshot;

import io.placed.error.CorruptFileException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.table.deletes.DeletesFiles;
import io.placed.table.file.ManagedName;
import io.placed.table.manifest.Manifests;
import io.placed.table.partition.TableFields;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The numbered snapshots in {@code _placed/}. */
public final class SnapshotLog {
  public static final String DIRECTORY = ManagedName.LOG_DIRECTORY;

  /** Each failed attempt means that another vacuum interfered. */
  private static final int MAX_ATTEMPTS = 4;

  private final FileStore store;
  private final String directory;
  private final SnapshotNumbers numbers;
  private final TaggedCopies copies;
  private final Manifests manifests;
  private final DeletesFiles deletes;

  /** The state read last, which is usually the parent of the next snapshot. */
  private volatile TableState last;

  public SnapshotLog(FileStore store, String root) {
    this.store = store;
    this.directory = PathNames.join(root, DIRECTORY);
    this.numbers = new SnapshotNumbers(store, directory, this::read);
    this.copies = new TaggedCopies(store, directory);
    this.manifests = new Manifests(store, directory);
    this.deletes = new DeletesFiles(store, directory);
  }

  public boolean exists() throws IOException {
    return store.exists(directory);
  }

  /** Creates the log; from now on managed files are visible only if a snapshot lists them. */
  public void make() throws IOException {
    store.mkdirs(directory);
  }

  public SnapshotNumbers numbers() {
    return numbers;
  }

  public TaggedCopies copies() {
    return copies;
  }

  /**
   * The id of the latest snapshot; 0 if there is none.
   *
   * @throws CorruptFileException if a snapshot is missing that later ones build on
   */
  public long newestId() throws IOException {
    return numbers.newest();
  }

  public boolean exists(long id) throws IOException {
    return numbers.exists(id);
  }

  public String pathOf(long id) {
    return numbers.pathOf(id);
  }

  /** The ids that vacuums retain, ascending; without those that only tags keep. */
  public List<Long> retainedIds() throws IOException {
    for (int attempt = 1; ; attempt++) {
      List<Long> run = numbers.listed().run();
      if (run.isEmpty()) {
        return run;
      }
      try {
        // What is below was expired by a vacuum that is about to remove it, or put there since.
        long from = read(run.get(run.size() - 1)).retention().from();
        return run.stream().filter(id -> id >= from).toList();
      } catch (CorruptFileException e) {
        return run; // Earlier snapshots can be read without it.
      } catch (FileNotFoundException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * The id of the snapshot that was the latest at a time; 0 if there is none. Timestamps never
   * decrease, so a binary search reads only a few snapshots.
   */
  public long idAsOf(long millis) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return idAsOf(millis, retainedIds());
      } catch (FileNotFoundException e) {
        // A vacuum may have removed a snapshot after its id was found.
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private long idAsOf(long millis, List<Long> ids) throws IOException {
    int low = 0;
    int high = ids.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (read(ids.get(middle)).info().timestampMillis() <= millis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? 0 : ids.get(low - 1);
  }

  /**
   * The latest state; null if there is no snapshot.
   *
   * @throws CorruptFileException if a file that it needs is damaged or missing
   */
  public TableState newest() throws IOException {
    for (int attempt = 1; ; attempt++) {
      long id = newestId();
      if (id == 0) {
        return null;
      }
      try {
        return read(id);
      } catch (FileNotFoundException e) {
        // A vacuum may have removed the snapshot after its id was found.
        if (attempt == MAX_ATTEMPTS) {
          throw new CorruptFileException(pathOf(id), 0, "cannot be read: " + e.getMessage(), e);
        }
      }
    }
  }

  /**
   * @throws FileNotFoundException if there is no snapshot of this id
   */
  public TableState read(long id) throws IOException {
    return read(id, pathOf(id));
  }

  /**
   * The snapshot of a number of which nothing else is known. Once it has expired, a write that was
   * planned long ago may put another snapshot there, which it withdraws unless it dies before.
   *
   * @throws FileNotFoundException if there is no snapshot of this id, or it has expired
   */
  public TableState readRetained(long id) throws IOException {
    TableState state = read(id);
    if (hasExpired(id)) {
      throw new FileNotFoundException(pathOf(id) + ": the snapshot has expired");
    }
    return state;
  }

  /** Whether the latest snapshot says that one of this id has expired; tags may keep it. */
  public boolean hasExpired(long id) throws IOException {
    try {
      TableState newest = newest();
      return newest != null && id < newest.retention().from();
    } catch (CorruptFileException e) {
      return false; // Earlier snapshots can be read without it.
    }
  }

  /**
   * The snapshot that another one follows.
   *
   * @param of not of the first one
   * @throws FileNotFoundException if it has expired, even if there is another one of its number
   */
  public TableState parent(SnapshotInfo of) throws IOException {
    TableState parent = read(of.id() - 1);
    if (!isParent(parent.info(), of)) {
      throw new FileNotFoundException(
          pathOf(of.id() - 1)
              + ": is another one than that which snapshot "
              + of.id()
              + " follows");
    }
    return parent;
  }

  /** Whether a snapshot of the number before another one is that which it follows. */
  public static boolean isParent(SnapshotInfo before, SnapshotInfo of) {
    return before.commitId().equals(of.parentCommit());
  }

  /**
   * The copy of a snapshot that a tag keeps, or, as long as there is none, the snapshot under its
   * number. The copy is made before the number is removed; after that a write that was planned long
   * ago may put another snapshot there, which it withdraws.
   *
   * @throws FileNotFoundException if there is neither
   */
  public TableState readCopied(long id) throws IOException {
    String copy = copies.pathOf(id);
    try {
      return read(id, copy);
    } catch (FileNotFoundException e) {
      TableState numbered;
      try {
        numbered = read(id);
      } catch (FileNotFoundException removed) {
        return read(id, copy);
      }
      // Between the two reads it may have been copied and removed.
      return copies.exists(id) ? read(id, copy) : numbered;
    }
  }

  /** That a vacuum cannot go on because another one is running. */
  public IOException removed(long id, Throwable cause) {
    return new IOException(
        directory
            + ": snapshot "
            + id
            + " was removed while this vacuum needed it: another vacuum is running; retry when it"
            + " has ended",
        cause);
  }

  /**
   * Why a vacuum cannot read a snapshot that was retained when it began: another one has removed
   * it, or the device has lost it, for which no vacuum need be waited for.
   */
  public IOException unreadable(long id, FileNotFoundException cause) throws IOException {
    TableState now = newest();
    if (now == null || !now.retention().has(id)) {
      return removed(id, cause);
    }
    boolean copied = id < now.retention().from();
    return new CorruptFileException(
        copied ? copies.pathOf(id) : pathOf(id),
        0,
        "the snapshot is missing, although "
            + (copied ? "a tag keeps it" : "it is retained")
            + "; the vacuum has removed nothing that it lists",
        cause);
  }

  /**
   * What is retained once the snapshots before another one have expired.
   *
   * @throws IOException if another vacuum has removed snapshots that must be read
   */
  public Retention expire(Retention now, long from) throws IOException {
    List<Tag> tags = new ArrayList<>();
    for (Tag t : now.tags()) {
      if (t.snapshot() >= from || t.replacedMillis() > 0) {
        tags.add(t);
        continue;
      }
      try {
        long replaced = read(t.snapshot() + 1).info().timestampMillis();
        tags.add(new Tag(t.name(), t.snapshot(), replaced));
      } catch (FileNotFoundException e) {
        throw removed(t.snapshot() + 1, e);
      }
    }
    return new Retention(Math.max(now.from(), from), tags);
  }

  private TableState read(long id, String path) throws IOException {
    TableState state = SnapshotJson.fromBytes(path, store.readAll(path), manifests);
    if (state.info().id() != id) {
      throw new CorruptFileException(
          path, 0, "snapshot id " + state.info().id() + " does not match the file name");
    }
    TableState known = last;
    if (known != null && known.info().equals(state.info())) {
      return known; // Its files may have been read.
    }
    last = state;
    return state;
  }

  /**
   * For one commit.
   *
   * @param remembering for all of its attempts
   */
  public RootFitting fitting(Manifests remembering) {
    return new RootFitting(remembering);
  }

  /**
   * Commits a state that fits a root.
   *
   * @return false if a snapshot with this id already exists
   */
  public boolean put(TableState next) throws IOException {
    return store.putIfAbsent(pathOf(next.info().id()), SnapshotJson.toBytes(next));
  }

  public void delete(long id) throws IOException {
    store.delete(pathOf(id), false);
  }

  /**
   * No files.
   *
   * @param fields that files have
   */
  public FileList noFiles(TableFields fields) {
    return new FileList(0, manifests, List.of(), List.of(), fields, 0);
  }

  public Manifests manifests() {
    return manifests;
  }

  public DeletesFiles deletes() {
    return deletes;
  }

  /** Manifests and deletion vectors, with whole paths: what commits write beside data files. */
  public List<FileInfo> commitFiles() throws IOException {
    List<FileInfo> files = new ArrayList<>(manifests.list());
    files.addAll(deletes.list());
    return files;
  }

  public String directory() {
    return directory;
  }
}
