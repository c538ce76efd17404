package io.placed.table.snapshot;

import io.placed.error.CorruptFileException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The numbered snapshots in {@code _placed/}. */
public final class SnapshotLog {
  public static final String DIRECTORY = "_placed";

  /** A chain of deltas is at most this long, so that reading stays cheap. */
  static final int MAX_DELTAS = 15;

  /** Below this many files a full snapshot is as good as a delta, and simpler. */
  private static final int SMALL = 64;

  private static final Pattern NAME = Pattern.compile("[0-9]{20}\\.json");

  /** Each meets another vacuum. */
  private static final int MAX_ATTEMPTS = 4;

  private final FileStore store;
  private final String directory;
  private final NewestHint hint;

  /** What was read last: the next snapshot is mostly made from it. */
  private volatile TableState last;

  public SnapshotLog(FileStore store, String root) {
    this.store = store;
    this.directory = PathNames.join(root, DIRECTORY);
    this.hint = new NewestHint(store, directory);
  }

  public boolean exists() throws IOException {
    return store.exists(directory);
  }

  /** From now on managed names count only when they are listed. */
  public void make() throws IOException {
    store.mkdirs(directory);
  }

  /** What a listing shows, in ascending order: it need not be of one moment, nor be complete. */
  private List<Long> ids() throws IOException {
    List<Long> ids = new ArrayList<>();
    try {
      for (FileInfo file : store.list(directory, false)) {
        String name = PathNames.name(file.path());
        if (!file.directory() && NAME.matcher(name).matches()) {
          ids.add(parseId(file.path(), name));
        }
      }
    } catch (FileNotFoundException | NotDirectoryException e) {
      return List.of(); // the second where the data set is a single file
    }
    return ids;
  }

  /**
   * The numbers of a log.
   *
   * @param run those without a gap up to the newest, in ascending order; empty if there are none
   * @param before numbers of commits that are about to be taken back by their writers
   */
  public record Numbers(List<Long> run, List<Long> before) {}

  /** Each gap is asked for by its name, since a listing may miss what is there. */
  public Numbers numbers() throws IOException {
    List<Long> listed = ids();
    Set<Long> known = new HashSet<>(listed);
    long first = newestFrom(listed.isEmpty() ? 0 : listed.get(listed.size() - 1));
    Deque<Long> run = new ArrayDeque<>();
    for (long id = first; id > 0 && (id == first || known.contains(id) || exists(id)); id--) {
      run.addFirst(id);
    }
    List<Long> before = listed.stream().filter(id -> id < run.getFirst()).toList();
    return new Numbers(List.copyOf(run), before);
  }

  private static long parseId(String path, String name) throws IOException {
    try {
      return Long.parseLong(name.substring(0, 20));
    } catch (NumberFormatException e) {
      throw new CorruptFileException(path, 0, "the number in the name is too large", e);
    }
  }

  /**
   * The id of the newest snapshot, or 0 if there is none. Where the hint helps, a handful of
   * questions whether a file exists: ids have no gaps from any kept snapshot to the newest.
   */
  public long newestId() throws IOException {
    long known = hint.read();
    if (known <= 0 || !exists(known)) {
      List<Long> ids = ids();
      known = ids.isEmpty() ? 0 : ids.get(ids.size() - 1);
    }
    return newestFrom(known);
  }

  /**
   * @param known a number that is there, or 0
   */
  private long newestFrom(long known) throws IOException {
    long step = 1;
    while (exists(known + step)) {
      known += step;
      step *= 2;
    }
    long absent = known + step;
    while (absent - known > 1) {
      long middle = known + (absent - known) / 2;
      if (exists(middle)) {
        known = middle;
      } else {
        absent = middle;
      }
    }
    return known;
  }

  /**
   * The id of the snapshot that was the newest at a moment, or 0. Times do not run backwards, so
   * this reads a few snapshots only.
   */
  public long idAsOf(long millis) throws IOException {
    List<Long> ids = numbers().run();
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

  public boolean exists(long id) throws IOException {
    return store.exists(pathOf(id));
  }

  /**
   * The newest state, or null if there is no snapshot.
   *
   * @throws CorruptFileException if something that it needs is damaged or missing
   */
  public TableState newest() throws IOException {
    for (int attempt = 1; ; attempt++) {
      long id = newestId();
      if (id == 0) {
        return null;
      }
      try {
        return state(id);
      } catch (FileNotFoundException e) {
        // A vacuum removed what the hint led to; a missing parent does not come back.
        if (attempt == MAX_ATTEMPTS) {
          throw new CorruptFileException(pathOf(id), 0, "cannot be read: " + e.getMessage(), e);
        }
      }
    }
  }

  /**
   * @throws FileNotFoundException if there is no snapshot of this id
   */
  public SnapshotRecord read(long id) throws IOException {
    return read(id, pathOf(id));
  }

  /** The full form of a snapshot whose parents are gone; null if it has none. */
  public SnapshotRecord readCheckpoint(long id) throws IOException {
    try {
      return read(id, checkpointOf(id));
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  private SnapshotRecord read(long id, String path) throws IOException {
    SnapshotRecord snapshot = SnapshotJson.fromBytes(path, store.readAll(path));
    if (snapshot.info().id() != id) {
      throw new CorruptFileException(path, 0, "it says that it is " + snapshot.info().id());
    }
    return snapshot;
  }

  /**
   * What the table held then.
   *
   * @throws FileNotFoundException if there is no snapshot of this id, or what it is made from is
   *     gone
   */
  public TableState state(long id) throws IOException {
    TableState state = new StateReader(this, last).read(id);
    last = state;
    return state;
  }

  /**
   * Commits a state that was made from another one.
   *
   * @param base null if there was no snapshot
   * @return false if a snapshot of this id exists
   */
  public boolean put(TableState base, TableState next) throws IOException {
    return store.putIfAbsent(pathOf(next.info().id()), SnapshotJson.toBytes(recordOf(base, next)));
  }

  /** Says where readers should start to look. */
  public void hint(long id) throws IOException {
    hint.write(id);
  }

  /** Makes a snapshot independent of those before it. */
  public void checkpoint(TableState state) throws IOException {
    byte[] content = SnapshotJson.toBytes(fullRecordOf(state));
    store.putIfAbsent(checkpointOf(state.info().id()), content);
  }

  public void delete(long id) throws IOException {
    store.delete(pathOf(id), false);
    store.delete(checkpointOf(id), false);
  }

  private static SnapshotRecord fullRecordOf(TableState s) {
    return new SnapshotRecord(
        s.info(),
        s.schema(),
        s.partitionColumns(),
        s.placement(),
        s.properties(),
        true,
        List.copyOf(s.files().values()),
        List.of(),
        List.copyOf(s.excluded()),
        s.lastFieldId(),
        s.cleanup());
  }

  private static SnapshotRecord recordOf(TableState base, TableState next) {
    List<DataFile> added = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    List<ExcludedFile> excluded = new ArrayList<>();
    // Statistics are in terms of the schema's types, so another schema may change those of any
    // file.
    boolean full =
        base == null
            || next.files().size() <= SMALL
            || base.deltas() >= MAX_DELTAS
            || !base.schema().equals(next.schema());
    if (!full) {
      next.files().values().stream()
          .filter(f -> !base.files().containsKey(f.path()))
          .forEach(added::add);
      base.files().keySet().stream()
          .filter(p -> !next.files().containsKey(p))
          .forEach(removed::add);
      next.excluded().stream().filter(e -> !base.excluded().contains(e)).forEach(excluded::add);
      // Exclusions that ended cannot be said in a delta; a large delta saves nothing.
      full =
          !next.excluded().containsAll(base.excluded())
              || added.size() + removed.size() > next.files().size() / 2;
    }
    if (full) {
      return fullRecordOf(next);
    }
    return new SnapshotRecord(
        next.info(),
        next.schema(),
        next.partitionColumns(),
        next.placement(),
        next.properties(),
        false,
        added,
        removed,
        excluded,
        next.lastFieldId(),
        next.cleanup());
  }

  public String pathOf(long id) {
    return PathNames.join(directory, String.format(Locale.ROOT, "%020d.json", id));
  }

  private String checkpointOf(long id) {
    return PathNames.join(directory, String.format(Locale.ROOT, "%020d.checkpoint.json", id));
  }

  public String directory() {
    return directory;
  }
}
