package io.placed.hive.read;

import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/**
 * The files behind the directories that Hive names: those of the current snapshot of the data set
 * that a directory belongs to, and files that lie beside; or just the files. One snapshot is used
 * for all directories of a data set.
 */
final class TableFiles {
  private final FileStores stores;
  private final Map<String, Opened> roots = new HashMap<>();

  TableFiles(FileStores stores) {
    this.stores = stores;
  }

  private record Opened(DataSet dataSet, Snapshot snapshot) {}

  /**
   * A file to read.
   *
   * @param path as Hive's input path begins
   * @param schema of the table that it is a file of
   */
  record TableFile(Path path, DataFile file, Schema schema) {}

  /** Files below one of Hive's input paths, or the path itself if it is a file. */
  List<TableFile> below(Path input) throws IOException {
    String path = input.toString();
    String root = root(path);
    if (root != null) {
      return ofSnapshot(root, input);
    }
    DataSet plain = DataSet.at(stores, path);
    List<TableFile> files = new ArrayList<>();
    try {
      Snapshot snapshot = plain.current();
      for (DataFile f : snapshot.files()) {
        String file = plain.pathOf(f);
        boolean itself = file.equals(plain.path());
        Path at = itself ? input : new Path(input, f.path());
        files.add(new TableFile(at, f, snapshot.schema()));
      }
    } catch (FileNotFoundException e) {
      // An empty table, or a partition whose directory is not there: no rows.
      return List.of();
    }
    return files;
  }

  private List<TableFile> ofSnapshot(String root, Path input) throws IOException {
    Opened opened = roots.get(root);
    if (opened == null) {
      DataSet dataSet = DataSet.at(stores, root);
      opened = new Opened(dataSet, dataSet.current());
      roots.put(root, opened);
    }
    String below = PathNames.relativize(root, input.toString());
    List<TableFile> files = new ArrayList<>();
    Schema schema = opened.snapshot().schema();
    for (DataFile f : opened.snapshot().files()) {
      if (below.isEmpty()) {
        files.add(new TableFile(new Path(input, f.path()), f, schema));
      } else if (f.path().equals(below)) {
        files.add(new TableFile(input, f, schema));
      } else if (f.path().startsWith(below + "/")) {
        files.add(
            new TableFile(new Path(input, f.path().substring(below.length() + 1)), f, schema));
      }
    }
    return files;
  }

  /**
   * The directory with snapshots that a path belongs to: the path itself, or one above it with
   * nothing but partitions and a file between; null if there is none.
   */
  private String root(String path) throws IOException {
    String directory = isFile(path) ? PathNames.parent(path) : path;
    while (!directory.isEmpty()) {
      if (roots.containsKey(directory) || DataSet.at(stores, directory).isManaged()) {
        return directory;
      }
      if (PathNames.name(directory).indexOf('=') <= 0) {
        return null;
      }
      directory = PathNames.parent(directory);
    }
    return null;
  }

  private boolean isFile(String path) throws IOException {
    try {
      return !stores.forPath(path).stat(path).directory();
    } catch (FileNotFoundException e) {
      return false;
    }
  }
}
