package io.placed.spark.read.source;

import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.spark.PlacedOptions;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Opens paths. A path inside a data set (a partition's directory, a file) shows what the data set's
 * newest snapshot has there, so that a file of an unfinished or replaced write is not read because
 * somebody pointed at its directory.
 */
final class SourceRoots {
  /** Names that commits give to files. */
  private static final Pattern MANAGED = Pattern.compile("[0-9a-f]{32}-.*\\.placed");

  private final FileStores stores;
  private final String basePath;
  private final TimeTravel moment;
  private final Map<String, Snapshot> opened = new HashMap<>();

  /** Files that count, by directory; empty where no data set is. */
  private final Map<String, Optional<Set<String>>> nested = new HashMap<>();

  SourceRoots(FileStores stores, CaseInsensitiveStringMap options, String timeZone)
      throws IOException {
    this.stores = stores;
    this.moment = TimeTravel.of(options, timeZone);
    String base = options.get(PlacedOptions.BASE_PATH);
    this.basePath = base == null ? null : DataSet.at(stores, base).path();
  }

  List<SourceRoot> open(List<String> paths) throws IOException {
    List<SourceRoot> roots = new ArrayList<>();
    for (String path : paths) {
      roots.add(open(path));
    }
    return roots;
  }

  private SourceRoot open(String given) throws IOException {
    DataSet own = DataSet.at(stores, given);
    if (!own.exists()) {
      throw new MissingPathException(own.path());
    }
    boolean directory = stores.forPath(own.path()).stat(own.path()).directory();
    DataSet owner = directory && own.hasSnapshots() ? null : owner(own);
    if (owner != null) {
      SourceRoot inside = inside(owner, own.path());
      // Files that the snapshot does not list were removed, or never committed. One that is named
      // by itself is read all the same.
      if (directory || !inside.files().isEmpty()) {
        return inside;
      }
    }
    return whole(own);
  }

  /** The data set with snapshots that holds the path of another; null if there is none. */
  private DataSet owner(DataSet own) throws IOException {
    return owner(stores, own.path());
  }

  static DataSet owner(FileStores stores, String of) throws IOException {
    String path = of;
    boolean file = PathNames.name(path).endsWith(".placed");
    while (file || PathNames.name(path).contains("=")) {
      file = false;
      String parent = PathNames.parent(path);
      if (parent == null || parent.isEmpty() || parent.equals(path)) {
        return null;
      }
      path = parent;
      DataSet candidate = DataSet.at(stores, path);
      if (candidate.hasSnapshots()) {
        return candidate;
      }
    }
    return null;
  }

  private SourceRoot inside(DataSet owner, String path) throws IOException {
    Snapshot snapshot = snapshot(owner);
    String below = PathNames.relativize(owner.path(), path);
    List<DataFile> files =
        snapshot.files().stream()
            .filter(f -> f.path().equals(below) || f.path().startsWith(below + "/"))
            .toList();
    // As in Spark, directories above the path are no partitions unless basePath says so.
    int above = (int) below.chars().filter(c -> c == '/').count() + 1;
    List<String> columns = snapshot.partitionColumns();
    if (files.stream().anyMatch(f -> f.path().equals(below))) {
      above--;
    }
    if (basePath != null && (path + "/").startsWith(basePath + "/")) {
      String base = PathNames.relativize(owner.path(), basePath);
      above = base.isEmpty() ? 0 : (int) base.chars().filter(c -> c == '/').count() + 1;
    }
    above = Math.min(above, columns.size());
    return root(
        owner,
        path,
        snapshot,
        columns.subList(0, above),
        columns.subList(above, columns.size()),
        files);
  }

  private SourceRoot whole(DataSet own) throws IOException {
    Snapshot snapshot = snapshot(own);
    List<DataFile> files = snapshot.files();
    if (snapshot.id() == 0) {
      List<DataFile> visible = new ArrayList<>();
      for (DataFile f : files) {
        if (isVisible(own, f)) {
          visible.add(f);
        }
      }
      files = visible;
    }
    return root(own, own.path(), snapshot, List.of(), snapshot.partitionColumns(), files);
  }

  /**
   * Below a plain directory there may be data sets, as when each partition was saved by itself: of
   * their files only those count that their snapshots list.
   */
  private boolean isVisible(DataSet own, DataFile file) throws IOException {
    if (!MANAGED.matcher(PathNames.name(file.path())).matches()) {
      return true;
    }
    String below = file.path();
    while (below.contains("/")) {
      below = PathNames.parent(below);
      String directory = PathNames.join(own.path(), below);
      if (!nested.containsKey(directory)) {
        nested.put(directory, filesOf(DataSet.at(stores, directory)));
      }
      Optional<Set<String>> listed = nested.get(directory);
      if (listed.isPresent()) {
        return listed.get().contains(PathNames.relativize(below, file.path()));
      }
    }
    return true;
  }

  private static Optional<Set<String>> filesOf(DataSet dataSet) throws IOException {
    if (!dataSet.hasSnapshots()) {
      return Optional.empty();
    }
    return Optional.of(
        dataSet.current().files().stream().map(DataFile::path).collect(Collectors.toSet()));
  }

  private Snapshot snapshot(DataSet dataSet) throws IOException {
    Snapshot snapshot = opened.get(dataSet.path());
    if (snapshot == null) {
      snapshot = moment.of(dataSet);
      opened.put(dataSet.path(), snapshot);
    }
    return snapshot;
  }

  private static SourceRoot root(
      DataSet dataSet,
      String path,
      Snapshot snapshot,
      List<String> dropped,
      List<String> columns,
      List<DataFile> files)
      throws IOException {
    List<SourceFile> sources = new ArrayList<>(files.size());
    for (DataFile f : files) {
      sources.add(TableNames.source(dataSet.pathOf(f), f, snapshot.schema(), columns));
    }
    Schema schema =
        dropped.isEmpty()
            ? snapshot.schema()
            : Schema.of(
                snapshot.schema().fields().stream()
                    .filter(f -> !dropped.contains(f.name()))
                    .toList());
    return new SourceRoot(path, snapshot, schema, columns, sources);
  }
}
