package io.placed.table.commit;

import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.discovery.ForeignFiles;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.discovery.InnerTables;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import io.placed.table.file.Exclusions;
import io.placed.table.file.ManagedName;
import io.placed.table.manifest.MissingManifestException;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the files that are to be added to a table, checks them, and commits their entries. */
public final class FileAddition {
  /** Each failed one means that a vacuum removed the snapshot that was read. */
  private static final int MAX_ATTEMPTS = 4;

  private final TableDirectory table;
  private final FileStore store;
  private final ForeignFiles foreign;

  /** By path. */
  private final Map<String, FileInfo> files = new LinkedHashMap<>();

  /**
   * @param sources files, and directories of which all files are added
   * @throws IllegalArgumentException that names what cannot be added, by where and what it is
   */
  public FileAddition(TableDirectory table, List<String> sources) throws IOException {
    this.table = table;
    this.store = table.store();
    this.foreign = table.foreign();
    for (String source : sources) {
      find(source);
    }
    requireNotNested();
  }

  private void find(String source) throws IOException {
    String path = store.qualify(source);
    if (!(path + "/").startsWith(table.path() + "/")) {
      throw new IllegalArgumentException(
          path
              + ": is not in the table's directory "
              + table.path()
              + "; move it there, or copy its rows there with 'placed convert "
              + path
              + " "
              + PathNames.join(table.path(), "NAME.placed")
              + "', and add that file");
    }
    FileInfo there = store.stat(path);
    requireVisible(path, there.directory());
    if (there.directory()) {
      addBelow(path);
    } else {
      AddedFileRules.requireOwnName(path);
      files.put(there.path(), there);
    }
  }

  private void requireVisible(String path, boolean directory) {
    String[] parts = PathNames.relativize(table.path(), path).split("/", -1);
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      boolean name = i == parts.length - 1 && !directory;
      if (name ? PathNames.isHiddenFile(part) : PathNames.isHiddenDirectory(part)) {
        throw AddedFileRules.hidden(path, part);
      }
    }
  }

  /** Files of commits are left to the log, which lists them or does not. */
  private void addBelow(String directory) throws IOException {
    for (FileInfo file : store.walk(directory, n -> !PathNames.isHiddenDirectory(n))) {
      String name = PathNames.name(file.path());
      // Hive leaves empty files.
      if (file.length() > 0
          && !PathNames.isHiddenFile(name)
          && ManagedName.commitOf(name) == null) {
        files.put(file.path(), file);
      }
    }
  }

  private void requireNotNested() throws IOException {
    InnerTables inner = new InnerTables(store, table.path());
    for (String path : files.keySet()) {
      String other = inner.of(PathNames.relativize(table.path(), path));
      if (other != null) {
        throw new IllegalArgumentException(
            path
                + ": belongs to another table, "
                + other
                + "; move it out of that directory first");
      }
    }
  }

  /**
   * @throws IllegalArgumentException that names a file that the table cannot read
   * @throws io.placed.error.CommitConflictException if another commit replaced a file or dropped a
   *     column of it meanwhile
   */
  public AddFilesResult run() throws IOException {
    String id = ManagedName.newCommit(table.machine());
    Plan plan = plan(id);
    if (plan.operation.files().isEmpty()) {
      return new AddFilesResult(plan.operation.planned().id(), List.of(), plan.listed, 0, 0);
    }
    SnapshotInfo next = new Publisher(table, id, Long.MAX_VALUE).publish(plan.operation).info();
    return new AddFilesResult(
        next.id(),
        plan.operation.files().keySet().stream().map(ExcludedFile::path).toList(),
        plan.listed,
        next.rowsAdded(),
        next.bytesAdded());
  }

  /**
   * What is to be committed.
   *
   * @param listed paths of files that are listed already
   */
  record Plan(List<String> listed, AddFiles operation) {}

  Plan plan(String commitId) throws IOException {
    for (int attempt = 1; ; attempt++) {
      TableState base = table.log().newest();
      try {
        return plan(commitId, base);
      } catch (MissingManifestException e) {
        // Unless it expired while it was read, the table is damaged.
        if (attempt == MAX_ATTEMPTS || table.log().exists(base.info().id())) {
          throw e;
        }
      }
    }
  }

  private Plan plan(String commitId, TableState base) throws IOException {
    List<String> listed = new ArrayList<>();
    List<FileInfo> others = new ArrayList<>();
    Set<String> paths = new HashSet<>();
    files.values().forEach(f -> paths.add(foreign.identity(f).path()));
    Map<String, DataFile> all = new HashMap<>();
    base.files().of(paths).forEach(f -> all.put(f.path(), f));
    for (FileInfo file : files.values()) {
      ExcludedFile identity = foreign.identity(file);
      DataFile known = all.get(identity.path());
      if (known != null) {
        requireSame(file, known);
        listed.add(known.path());
      } else if (base.excluded().contains(identity)) {
        throw AddedFileRules.wasReplaced(file);
      } else {
        others.add(file);
      }
    }
    return new Plan(
        listed,
        new AddFiles(commitId, base.info(), base.partitioning().fields(), bound(others, base)));
  }

  private static void requireSame(FileInfo file, DataFile listed) {
    if (file.length() != listed.length()) {
      throw new IllegalArgumentException(
          file.path()
              + ": the table lists a file of this name with "
              + listed.length()
              + " bytes, found "
              + file.length()
              + ": it was overwritten; put the listed file back, and add this one by another name");
    }
  }

  private Map<ExcludedFile, UnlistedFile> bound(List<FileInfo> others, TableState base)
      throws IOException {
    List<Found> found = foreign.footers(others);
    AddedFileRules.requirePlaced(store, others, found);
    DirectoryView view = new DirectoryView(table.path());
    Exclusions excluded = new Exclusions(base.excluded());
    Map<ExcludedFile, UnlistedFile> bound = new LinkedHashMap<>();
    for (Found f : found) {
      if (excluded.has(f.identity())) {
        throw AddedFileRules.wasReplaced(f.info());
      }
      UnlistedFile file = UnlistedFile.of(view, f, base);
      if (!file.file().isIn(base.partitionColumns())) {
        throw new IllegalArgumentException(
            f.info().path()
                + ": is in no partition; move it into the directories of "
                + base.partitionColumns()
                + ", such as "
                + base.partitionColumns().get(0)
                + "=VALUE");
      }
      bound.put(foreign.identity(f.info()), file);
    }
    return bound;
  }
}
