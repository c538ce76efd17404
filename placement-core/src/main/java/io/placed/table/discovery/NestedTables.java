package io.placed.table.discovery;

import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.table.file.ManagedName;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tables below a plain directory, as when each partition was saved as a table of its own. Of the
 * files that their commits wrote only those are read that the newest snapshot lists.
 */
final class NestedTables {
  private final FileStore store;
  private final String root;

  /** Files that the newest snapshot lists, by directory; empty where no table is. */
  private final Map<String, Optional<Set<String>>> listed = new HashMap<>();

  NestedTables(FileStore store, String root) {
    this.store = store;
    this.root = root;
  }

  /**
   * Whether a file is read.
   *
   * @param path below the root
   */
  boolean shows(String path) throws IOException {
    if (ManagedName.commitOf(PathNames.name(path)) == null) {
      return true;
    }
    String directory = path;
    while (directory.contains("/")) {
      directory = PathNames.parent(directory);
      Optional<Set<String>> files = listed.get(directory);
      if (files == null) {
        files = filesOf(PathNames.join(root, directory));
        listed.put(directory, files);
      }
      if (files.isPresent()) {
        return files.get().contains(PathNames.relativize(directory, path));
      }
    }
    return true;
  }

  /** A log without snapshots is that of a first write that has not committed: no rows. */
  private Optional<Set<String>> filesOf(String directory) throws IOException {
    SnapshotLog log = new SnapshotLog(store, directory);
    if (!log.exists()) {
      return Optional.empty();
    }
    TableState newest = log.newest();
    return Optional.of(newest == null ? Set.of() : Set.copyOf(newest.files().all().keySet()));
  }
}
