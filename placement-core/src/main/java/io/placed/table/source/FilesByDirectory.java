package io.placed.table.source;

import io.placed.io.PathNames;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The files of a snapshot by the directories that they are in. An engine with a catalog names each
 * of a table's partitions, and comparing every file with every one of them takes minutes where
 * there are many of both. The files are read when somebody asks first.
 */
final class FilesByDirectory {
  private final Snapshot snapshot;

  /** By directory, at any depth, with lower-case columns. */
  private Map<String, List<DataFile>> files;

  FilesByDirectory(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  /**
   * The files below a directory, and below those whose columns are spelled in another case, sorted
   * by path.
   *
   * @param directory relative to the table; not the table's itself
   */
  synchronized List<DataFile> below(String directory) {
    if (files == null) {
      Map<String, List<DataFile>> found = new HashMap<>();
      Map<String, List<List<DataFile>>> listsByParent = new HashMap<>();
      for (DataFile f : snapshot.files()) {
        listsByParent
            .computeIfAbsent(PathNames.parent(f.path()), d -> lists(d, found))
            .forEach(list -> list.add(f));
      }
      files = found; // Only now: reading them may fail, and is tried again.
    }
    return files.getOrDefault(PathNames.withLowerCaseColumns(directory), List.of());
  }

  /** Those of a directory and of the ones above it. */
  private static List<List<DataFile>> lists(String directory, Map<String, List<DataFile>> all) {
    Map<String, List<DataFile>> lists = new LinkedHashMap<>();
    for (String at = directory; !at.isEmpty(); at = PathNames.parent(at)) {
      String key = PathNames.withLowerCaseColumns(at);
      lists.put(key, all.computeIfAbsent(key, k -> new ArrayList<>()));
    }
    return List.copyOf(lists.values());
  }
}
