package io.placed.table.commit;

import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.discovery.ForeignFiles;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.Exclusions;
import io.placed.table.file.ManagedName;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files that an engine is about to move into a table's directory without a commit, as LOAD DATA
 * does. The rules are those of {@link FileAddition}. But no snapshot will list these files: readers
 * look for them by their names and columns, and nothing is hidden or moved with them.
 */
public final class LoadedFiles {
  private final FileStores stores;
  private final List<FileInfo> files;

  /**
   * @param files outside of the table, and directories of which all files are moved
   */
  public LoadedFiles(FileStores stores, List<FileInfo> files) {
    this.stores = stores;
    this.files = files;
  }

  /**
   * Where the files will be.
   *
   * @param table path of the table
   * @param directory in the table; null if it is not known
   * @param columns the columns that directories give values of
   */
  public record Target(String table, String directory, List<String> columns) {}

  /**
   * Refuses files that no table would show, whatever its columns are.
   *
   * @throws IllegalArgumentException that names the file, and what to do with it
   */
  public void requireVisible() throws IOException {
    found();
  }

  /**
   * The same, and files whose columns a table with snapshots cannot read or does not have.
   *
   * @throws IllegalArgumentException that names the file, and what to do with it
   */
  public void requireFit(Target target) throws IOException {
    List<Found> found = found();
    TableDirectory table = TableDirectory.at(stores, target.table());
    TableState state = found.isEmpty() ? null : table.log().newest();
    if (state != null) {
      for (Found f : found) {
        requireColumns(f, target, state);
        requireNew(f, target, table, state);
      }
    }
  }

  private List<Found> found() throws IOException {
    Map<String, List<FileInfo>> byDirectory = new LinkedHashMap<>();
    for (FileInfo file : files) {
      if (!file.directory()) {
        addTo(byDirectory, file);
        continue;
      }
      FileStore store = stores.forPath(file.path());
      for (FileInfo below : store.walk(file.path(), n -> !PathNames.isHiddenDirectory(n))) {
        if (!PathNames.isHiddenFile(PathNames.name(below.path()))) {
          addTo(byDirectory, below);
        }
      }
    }
    List<Found> found = new ArrayList<>();
    for (Map.Entry<String, List<FileInfo>> e : byDirectory.entrySet()) {
      TableDirectory directory = TableDirectory.at(stores, e.getKey());
      List<Found> here = directory.foreign().footers(e.getValue());
      AddedFileRules.requirePlaced(directory.store(), e.getValue(), here);
      here.forEach(LoadedFiles::requireAlone);
      found.addAll(here);
    }
    return found;
  }

  private static void addTo(Map<String, List<FileInfo>> byDirectory, FileInfo file) {
    String path = file.path();
    String name = PathNames.name(path);
    if (file.length() == 0 && !name.endsWith(ManagedName.SUFFIX)) {
      return; // Hive leaves empty files.
    }
    if (PathNames.isHiddenFile(name)) {
      throw AddedFileRules.hidden(path, name);
    }
    AddedFileRules.requireOwnName(path);
    if (!ForeignFiles.mayBePlaced(file)) {
      throw new IllegalArgumentException(
          path
              + ": nobody looks for rows in a file of this name, which must end in "
              + ManagedName.SUFFIX
              + " or have no dot in it, as Hive's 000000_0; rename it first");
    }
    byDirectory.computeIfAbsent(PathNames.parent(path), p -> new ArrayList<>()).add(file);
  }

  private static void requireAlone(Found f) {
    if (!f.footer().siblings().isEmpty()) {
      String path = f.info().path();
      throw new IllegalArgumentException(
          path
              + ": has columns in "
              + f.footer().siblings().size()
              + " other files, such as "
              + f.footer().siblings().get(0).name()
              + ", which would be left behind, so that nobody could read it. 'placed convert "
              + path
              + " NAME.placed --packing many-row-groups' writes its rows to one file");
    }
  }

  private static void requireColumns(Found f, Target target, TableState state) throws IOException {
    Map<String, String> anyPartition = new LinkedHashMap<>();
    target.columns().forEach(c -> anyPartition.put(c, null));
    String path = PathNames.partitionPath(anyPartition);
    Found there =
        new Found(PathNames.join(path, PathNames.name(f.info().path())), f.info(), f.footer());
    DataFile file = new DirectoryView(target.table()).listed(there, state);
    Schema schema = state.schema();
    for (Field stored : f.footer().schema().fields()) {
      String column = file.columnOf(stored.name());
      int at = column == null ? -1 : schema.indexOf(column);
      if (at < 0) {
        throw new IllegalArgumentException(
            f.info().path()
                + ": the table "
                + target.table()
                + " has no column "
                + stored.name()
                + ", whose values would be lost when the file is written again. Add the column to"
                + " the table first; or move the file to the table's directory by other means, and"
                + " list it with 'placed add-files', which hides the column");
      }
      if (!file.partition().containsKey(column)) {
        UnlistedFile.requireReadable(f, column, stored.type(), schema.field(at).type(), true);
      }
    }
  }

  /** A file that was replaced is not shown again, unless it gets another name. */
  private static void requireNew(Found f, Target target, TableDirectory table, TableState state)
      throws IOException {
    String directory =
        target.directory() == null ? null : table.store().qualify(target.directory());
    if (directory == null || !(directory + "/").startsWith(table.path() + "/")) {
      return;
    }
    String below = PathNames.relativize(table.path(), directory);
    String path = PathNames.join(below, PathNames.name(f.info().path()));
    Found there = new Found(path, f.info(), f.footer());
    // Where there is a file of this name, engines choose another one.
    if (new Exclusions(state.excluded()).has(there.identity())
        && !table.store().exists(PathNames.join(table.path(), path))) {
      throw AddedFileRules.wasReplaced(f.info());
    }
  }
}
