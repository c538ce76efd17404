package io.placed.table.source;

import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.changes.ChangeRange;
import io.placed.table.changes.TableChanges;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Opens paths, each table once. A path inside a table (a partition's directory, a file) shows what
 * the table's snapshot has there, so that a file of an unfinished or replaced write is not read
 * because somebody pointed at its directory.
 */
public final class SourceRoots {
  private final FileStores stores;
  private final Moment moment;
  private final ChangeRange changes;
  private final String basePath;
  private final Map<String, Snapshot> opened = new HashMap<>();
  private final Map<String, FilesByDirectory> byDirectory = new HashMap<>();

  /** The newest state of each table. */
  public SourceRoots(FileStores stores) {
    this.stores = stores;
    this.moment = Moment.NOW;
    this.changes = null;
    this.basePath = null;
  }

  SourceRoots(FileStores stores, SourceRequest request) throws IOException {
    String base = request.basePath();
    this.stores = stores;
    this.moment = request.moment();
    this.changes = request.changes();
    this.basePath = base == null ? null : TableDirectory.at(stores, base).path();
  }

  List<SourceRoot> open(List<String> paths) throws IOException {
    List<SourceRoot> roots = new ArrayList<>();
    for (String path : paths) {
      roots.add(open(path));
    }
    return roots;
  }

  /**
   * @throws MissingPathException if nothing is there
   * @throws java.io.FileNotFoundException if there is neither a Placed file nor a snapshot
   */
  public SourceRoot open(String given) throws IOException {
    return open(given, false);
  }

  /**
   * Like {@link #open(String)}, but the directory of a partition stands for all of it, in whatever
   * case other directories of the same values spell the columns: Hive makes them in lower case and
   * knows one directory of a partition. A file that a table does not show is refused, since whoever
   * names it has found it in the directory.
   *
   * @throws IOException that names the file and the table
   */
  public SourceRoot openPartition(String given) throws IOException {
    return open(given, true);
  }

  private SourceRoot open(String given, boolean anyCase) throws IOException {
    TableDirectory own = TableDirectory.at(stores, given);
    boolean directory;
    try {
      directory = isDirectory(own);
    } catch (MissingPathException e) {
      TableDirectory owner = anyCase ? own.owner(false, opened.keySet()) : null;
      if (owner == null || !owner.hasSnapshots()) {
        throw e;
      }
      directory = true; // The partition may be in a directory in another case.
    }
    if (directory && (opened.containsKey(own.path()) || own.isManaged() && own.hasSnapshots())) {
      return whole(own);
    }
    TableDirectory owner = own.owner(!directory, opened.keySet());
    if (owner != null && (directory || owner.hasSnapshots())) {
      // Files that the snapshot does not list were removed, or never committed. One that is named
      // by itself is read all the same.
      if (directory || isListed(owner, own.path())) {
        return inside(owner, own.path(), directory, anyCase);
      }
      if (anyCase) {
        throw new IOException(
            own.path()
                + ": is in the directory of the table "
                + owner.path()
                + ", which does not show it: it was replaced or deleted, or never committed. Read"
                + " the table's directory");
      }
    }
    return whole(own);
  }

  private boolean isDirectory(TableDirectory table) throws IOException {
    try {
      return table.store().stat(table.path()).directory();
    } catch (FileNotFoundException e) {
      throw new MissingPathException(table.path());
    }
  }

  /**
   * Refuses to make a table of a directory that belongs to another one, which would not show it.
   *
   * @throws IllegalArgumentException that names both
   */
  public static void requireNoOwner(FileStores stores, String path) throws IOException {
    TableDirectory own = TableDirectory.at(stores, path);
    TableDirectory owner = own.owner(false, Set.of());
    if (owner != null && owner.hasSnapshots() && !own.hasSnapshots()) {
      throw new IllegalArgumentException(
          own.path()
              + ": is a directory of the table "
              + owner.path()
              + "; write to the table, or overwrite that partition of the table");
    }
  }

  private boolean isListed(TableDirectory owner, String path) throws IOException {
    String below = PathNames.relativize(owner.path(), path);
    return !named(snapshot(owner), below).isEmpty();
  }

  /** Those of this path: one, or in a change feed several. Many paths may be asked for. */
  private static List<DataFile> named(Snapshot snapshot, String path) {
    List<DataFile> sorted = snapshot.files();
    int from = 0;
    int end = sorted.size();
    while (from < end) {
      int middle = (from + end) >>> 1;
      if (sorted.get(middle).path().compareTo(path) < 0) {
        from = middle + 1;
      } else {
        end = middle;
      }
    }
    while (end < sorted.size() && sorted.get(end).path().equals(path)) {
      end++;
    }
    return sorted.subList(from, end);
  }

  private SourceRoot inside(TableDirectory owner, String path, boolean directory, boolean anyCase)
      throws IOException {
    Snapshot snapshot = snapshot(owner);
    String below = PathNames.relativize(owner.path(), path);
    // As in Spark, directories above the path are no partitions unless basePath says so.
    int above = (int) below.chars().filter(c -> c == '/').count() + (directory ? 1 : 0);
    if (basePath != null && (path + "/").startsWith(basePath + "/")) {
      String base = PathNames.relativize(owner.path(), basePath);
      above = base.isEmpty() ? 0 : (int) base.chars().filter(c -> c == '/').count() + 1;
    }
    Predicate<DataFile> here =
        directory ? f -> isBelow(f.path(), below + "/", anyCase) : f -> f.path().equals(below);
    FilesByDirectory files =
        byDirectory.computeIfAbsent(owner.path(), t -> new FilesByDirectory(snapshot));
    Supplier<List<DataFile>> near = () -> directory ? files.below(below) : named(snapshot, below);
    List<String> given =
        DirectoryColumns.of(
            snapshot,
            directory ? below + "/f" : below,
            above,
            () -> near.get().stream().filter(here).toList());
    List<String> columns = new ArrayList<>(snapshot.partitionColumns());
    columns.removeAll(given);
    return root(owner, path, snapshot, given, columns, here, near);
  }

  private static boolean isBelow(String path, String directory, boolean anyCase) {
    if (path.startsWith(directory)) {
      return true;
    }
    int length = directory.length();
    return anyCase
        && path.regionMatches(true, 0, directory, 0, length)
        && PathNames.withLowerCaseColumns(path.substring(0, length))
            .equals(PathNames.withLowerCaseColumns(directory));
  }

  private SourceRoot whole(TableDirectory own) throws IOException {
    return whole(own, snapshot(own));
  }

  static SourceRoot whole(TableDirectory table, Snapshot snapshot) throws IOException {
    List<String> columns = snapshot.partitionColumns();
    return root(table, table.path(), snapshot, List.of(), columns, null, snapshot::files);
  }

  private Snapshot snapshot(TableDirectory table) throws IOException {
    Snapshot snapshot = opened.get(table.path());
    if (snapshot == null) {
      snapshot = changes == null ? moment.of(table) : new TableChanges(table).in(changes);
      opened.put(table.path(), snapshot);
    }
    return snapshot;
  }

  private static SourceRoot root(
      TableDirectory table,
      String path,
      Snapshot snapshot,
      List<String> dropped,
      List<String> columns,
      Predicate<DataFile> below,
      Supplier<List<DataFile>> near)
      throws IOException {
    Function<DataFile, String> paths = table.paths();
    Schema schema =
        dropped.isEmpty()
            ? snapshot.schema()
            : Schema.of(
                snapshot.schema().fields().stream()
                    .filter(f -> !dropped.contains(f.name()))
                    .toList());
    return new SourceRoot(
        path,
        table.path(),
        snapshot,
        schema,
        columns,
        below,
        near,
        f -> List.of(SourceFile.of(paths.apply(f), f, snapshot, columns)));
  }
}
