package io.placed.table.discovery;

import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import io.placed.table.file.Exclusions;
import io.placed.table.file.ManagedName;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tables below a directory. Below a plain one, as when each partition was saved as a table of its
 * own, those of their files are read that they show themselves. A table with snapshots reads none
 * of them, and does not look into their logs.
 */
final class NestedTables {
  private final FileStore store;
  private final String root;
  private final boolean plain;

  /** By directory; empty where no table is. */
  private final Map<String, Optional<Nested>> tables = new HashMap<>();

  /** The newest snapshot of a table: the files that it lists, and whether it shows others. */
  private record Nested(Set<String> listed, Exclusions excluded, boolean showsOthers) {
    boolean shows(ExcludedFile file) {
      return listed.contains(file.path())
          || ManagedName.commitOf(PathNames.name(file.path())) == null
              && showsOthers
              && !excluded.has(file);
    }
  }

  /**
   * Looks for tables where files have names of commits: looking in every directory would cost a
   * request each.
   *
   * @param files below the root
   * @param plain whether the root has no snapshots
   */
  NestedTables(FileStore store, String root, List<FileInfo> files, boolean plain)
      throws IOException {
    this.store = store;
    this.root = root;
    this.plain = plain;
    for (FileInfo file : files) {
      String path = PathNames.relativize(root, file.path());
      if (ManagedName.commitOf(PathNames.name(path)) != null) {
        find(path);
      }
    }
  }

  private void find(String path) throws IOException {
    String directory = path;
    while (directory.contains("/")) {
      directory = PathNames.parent(directory);
      Optional<Nested> known = tables.get(directory);
      if (known == null) {
        known = open(PathNames.join(root, directory));
        tables.put(directory, known);
      }
      if (known.isPresent()) {
        return;
      }
    }
  }

  /** A log without snapshots is that of a first write that has not committed: no rows. */
  private Optional<Nested> open(String directory) throws IOException {
    SnapshotLog log = new SnapshotLog(store, directory);
    if (!log.exists()) {
      return Optional.empty();
    }
    if (!plain) {
      return Optional.of(new Nested(Set.of(), Exclusions.NONE, false));
    }
    TableState newest = log.newest();
    if (newest == null) {
      return Optional.of(new Nested(Set.of(), Exclusions.NONE, true));
    }
    Map<String, DataFile> files = newest.files().all();
    for (DataFile f : files.values()) {
      requireAsStored(directory, f);
    }
    Exclusions excluded = new Exclusions(newest.excluded());
    return Optional.of(new Nested(files.keySet(), excluded, newest.showsForeignFiles()));
  }

  /** From outside of the table a file is what is stored in it. */
  private void requireAsStored(String directory, DataFile f) throws IOException {
    String instead =
        !f.isWhole() ? "has deleted rows" : !f.names().isEmpty() ? "has renamed columns" : null;
    if (instead != null) {
      throw new IOException(
          root
              + ": has no snapshots itself, and "
              + f.path()
              + " of the table "
              + directory
              + " "
              + instead
              + ", which only that table shows: read "
              + directory
              + ", or save the rows of all of them as one table");
    }
  }

  /** Whether a file below the root is read, by its path, length and time. */
  boolean shows(FileInfo file) {
    String path = PathNames.relativize(root, file.path());
    return shows(new ExcludedFile(path, file.length(), file.modifiedMillis()));
  }

  /** Whether it is read, by its id, too. */
  boolean shows(Found file) {
    return shows(file.identity());
  }

  private boolean shows(ExcludedFile file) {
    String directory = file.path();
    while (directory.contains("/")) {
      directory = PathNames.parent(directory);
      Optional<Nested> table = tables.getOrDefault(directory, Optional.empty());
      if (table.isPresent()) {
        String path = PathNames.relativize(directory, file.path());
        return table
            .get()
            .shows(new ExcludedFile(path, file.length(), file.modifiedMillis(), file.fileId()));
      }
    }
    return true;
  }
}
