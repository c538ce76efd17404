package io.placed.table.manifest;

import io.placed.error.CorruptFileException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.Machine;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.table.file.DataFile;
import io.placed.table.file.RowIds;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The manifests in the directory of a log. */
public final class Manifests {
  public static final String DIRECTORY = "manifests";

  private final FileStore store;
  private final String directory;

  /** What was found in manifests, which never change; null if it is not remembered. */
  private final Map<Lookup, Found> found;

  /**
   * @param path of the manifest
   * @param paths of the files that were looked for; null for all
   */
  private record Lookup(String path, Schema table, Set<String> paths) {}

  /**
   * @param manifest as it was then: others may have removed entries since
   */
  private record Found(Manifest manifest, List<Entry> entries) {}

  /**
   * @param directory of the log
   */
  public Manifests(FileStore store, String directory) {
    this(store, directory, null);
  }

  private Manifests(FileStore store, String directory, Map<Lookup, Found> found) {
    this.store = store;
    this.directory = directory;
    this.found = found;
  }

  /**
   * The same manifests, for the attempts of one commit: what one attempt has found in a manifest
   * the next one need not read again. Otherwise a commit that reads many would lose the race
   * against small ones again and again.
   */
  public Manifests remembering() {
    return new Manifests(store, directory, new ConcurrentHashMap<>());
  }

  /**
   * An entry of a manifest.
   *
   * @param position number of the entry, those included that no longer count
   */
  public record Entry(int position, DataFile file) {}

  /**
   * The entries that count, in order, under the names of a schema. Statistics are read when
   * somebody asks for those of a column.
   *
   * @param table the columns that the table has now
   * @throws CorruptFileException if the manifest is damaged or missing
   */
  public List<Entry> entries(Manifest manifest, Schema table) throws IOException {
    return remembered(manifest, table, null, () -> read(manifest, table));
  }

  private List<Entry> read(Manifest manifest, Schema table) throws IOException {
    List<Entry> all = read(manifest, table, ManifestReader::entries);
    long rows = all.stream().mapToLong(e -> e.file().liveRows()).sum();
    if (all.size() != manifest.files() || rows != manifest.rows()) {
      throw new CorruptFileException(
          pathOf(manifest),
          0,
          "the root lists "
              + manifest.files()
              + " files with "
              + manifest.rows()
              + " rows, found "
              + all.size()
              + " with "
              + rows);
    }
    return all;
  }

  /** Those that may have rows for which a filter is TRUE. */
  public List<Entry> entries(Manifest manifest, Schema table, EntryFilter filter)
      throws IOException {
    if (!filter.mayMatch(manifest.bounds())) {
      return List.of();
    }
    return read(manifest, table, reader -> reader.entries(filter));
  }

  /** Those of some files. */
  public List<Entry> entries(Manifest manifest, Schema table, Set<String> paths)
      throws IOException {
    return remembered(
        manifest, table, paths, () -> read(manifest, table, reader -> reader.entries(paths)));
  }

  private interface Reading {
    List<Entry> read() throws IOException;
  }

  private List<Entry> remembered(
      Manifest manifest, Schema table, Set<String> paths, Reading reading) throws IOException {
    if (found == null) {
      return reading.read();
    }
    Lookup lookup = new Lookup(manifest.path(), table, paths);
    Found known = found.get(lookup);
    if (known == null || !known.manifest().equals(manifest)) {
      known = new Found(manifest, reading.read());
      found.put(lookup, known);
    }
    return known.entries();
  }

  /**
   * Bounds of a column over all entries, those included that no longer count; null if one does not
   * know them. Counts mean nothing.
   *
   * @param column not one of partitions, under the name that it has in the schema
   */
  public ColumnStatistics bounds(Manifest manifest, Schema table, String column)
      throws IOException {
    try (ManifestReader reader = ManifestReader.open(store, directory, manifest, table)) {
      return reader.bounds(table.require(column).id());
    } catch (FileNotFoundException e) {
      throw new MissingManifestException(pathOf(manifest), e);
    }
  }

  private interface Scan {
    List<Entry> of(ManifestReader reader) throws IOException;
  }

  private List<Entry> read(Manifest manifest, Schema table, Scan scan) throws IOException {
    try (ManifestReader reader = ManifestReader.open(store, directory, manifest, table)) {
      return scan.of(reader);
    } catch (FileNotFoundException e) {
      // It is opened when a block is missing in the cache.
      throw new MissingManifestException(pathOf(manifest), e);
    }
  }

  /** Removes a manifest that no root lists. */
  public void delete(Manifest manifest) throws IOException {
    store.delete(pathOf(manifest), false);
  }

  /**
   * Writes a manifest.
   *
   * @param commitId of the commit that will list it
   * @param name of its own among the manifests of the commit
   * @param order of the entries
   * @param files at least one, in this order, listed under the names of its schema, with row ids
   * @param inherited what the root will say of files that the commit adds, instead of the manifest
   */
  public Manifest write(
      String commitId,
      String name,
      int level,
      EntryOrder order,
      List<DataFile> files,
      RowIds inherited)
      throws IOException {
    String path = DIRECTORY + "/" + commitId + "-" + name + ".placed";
    try {
      return new ManifestWriter(order, files, inherited).write(store, directory, path, level);
    } catch (UncheckedIOException e) {
      throw e.getCause(); // Of statistics that are read from other manifests.
    }
  }

  /** The machine of whoever writes manifests. */
  public Machine machine() {
    return store.machine();
  }

  /** What lies in the directory of manifests, with whole paths. */
  public List<FileInfo> list() throws IOException {
    try {
      List<FileInfo> files =
          new ArrayList<>(store.list(PathNames.join(directory, DIRECTORY), false));
      files.removeIf(FileInfo::directory);
      return files;
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  /** The whole path of a manifest. */
  public String pathOf(Manifest manifest) {
    return PathNames.join(directory, manifest.path());
  }
}
