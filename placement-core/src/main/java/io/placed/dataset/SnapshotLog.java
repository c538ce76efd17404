package io.placed.dataset;

import io.placed.error.CorruptFileException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The numbered snapshots in {@code _placed/}. */
final class SnapshotLog {
  static final String DIRECTORY = "_placed";

  /** A chain of deltas is at most this long, so that reading stays cheap. */
  static final int MAX_DELTAS = 15;

  /** Below this many files a full snapshot is as good as a delta, and simpler. */
  private static final int SMALL = 64;

  private static final Pattern NAME = Pattern.compile("[0-9]{20}\\.json");

  private final FileStore store;
  private final String directory;

  SnapshotLog(FileStore store, String root) {
    this.store = store;
    this.directory = PathNames.join(root, DIRECTORY);
  }

  boolean exists() throws IOException {
    return store.exists(directory);
  }

  /** From now on managed names count only when they are listed. */
  void make() throws IOException {
    store.mkdirs(directory);
  }

  /** In ascending order; empty if there are none. */
  List<Long> ids() throws IOException {
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

  private static long parseId(String path, String name) throws IOException {
    try {
      return Long.parseLong(name.substring(0, 20));
    } catch (NumberFormatException e) {
      throw new CorruptFileException(path, 0, "the number in the name is too large", e);
    }
  }

  /** The newest state, or null if there is no snapshot. */
  TableState newest() throws IOException {
    List<Long> ids = ids();
    return ids.isEmpty() ? null : state(ids.get(ids.size() - 1));
  }

  /**
   * @throws FileNotFoundException if there is no snapshot of this id
   */
  SnapshotRecord read(long id) throws IOException {
    String path = pathOf(id);
    SnapshotRecord snapshot = SnapshotJson.fromBytes(path, store.readAll(path));
    if (snapshot.info().id() != id) {
      throw new CorruptFileException(path, 0, "it says that it is " + snapshot.info().id());
    }
    return snapshot;
  }

  /** Follows parents back to the last full snapshot and adds up what came since. */
  TableState state(long id) throws IOException {
    Deque<SnapshotRecord> chain = new ArrayDeque<>();
    SnapshotRecord newest = read(id);
    chain.push(newest);
    while (!chain.peek().full()) {
      SnapshotRecord delta = chain.peek();
      if (delta.info().parent() == 0) {
        throw damaged(delta, "it has no parent and is not full");
      }
      chain.push(read(delta.info().parent()));
    }
    SortedMap<String, DataFile> files = new TreeMap<>();
    Set<ExcludedFile> excluded = new LinkedHashSet<>();
    int deltas = chain.size() - 1;
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
    }
    return new TableState(
        newest.info(),
        newest.schema(),
        newest.partitionColumns(),
        newest.placement(),
        newest.properties(),
        files,
        excluded,
        deltas);
  }

  /**
   * Commits a state that was made from another one.
   *
   * @param base null if there was no snapshot
   * @return false if a snapshot of this id exists
   */
  boolean put(TableState base, TableState next) throws IOException {
    return store.putIfAbsent(pathOf(next.info().id()), SnapshotJson.toBytes(recordOf(base, next)));
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
    return new SnapshotRecord(
        next.info(),
        next.schema(),
        next.partitionColumns(),
        next.placement(),
        next.properties(),
        full,
        full ? List.copyOf(next.files().values()) : added,
        full ? List.of() : removed,
        full ? List.copyOf(next.excluded()) : excluded);
  }

  String pathOf(long id) {
    return PathNames.join(directory, String.format(Locale.ROOT, "%020d.json", id));
  }

  private CorruptFileException damaged(SnapshotRecord snapshot, String detail) {
    return new CorruptFileException(pathOf(snapshot.info().id()), 0, detail);
  }
}
