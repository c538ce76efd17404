package io.placed.table.manifest;

import io.placed.error.CorruptFileException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The manifests in the directory of a log. */
public final class Manifests {
  public static final String DIRECTORY = "manifests";

  private final FileStore store;
  private final String directory;

  /**
   * @param directory of the log
   */
  public Manifests(FileStore store, String directory) {
    this.store = store;
    this.directory = directory;
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
    ManifestCache.Key key =
        new ManifestCache.Key(pathOf(manifest), manifest.fileId(), table.toString());
    ManifestCache.Content content = ManifestCache.SHARED.get(key, () -> read(manifest, table));
    List<DataFile> all = content.entries();
    if (all.size() != manifest.entries()) {
      throw new CorruptFileException(
          pathOf(manifest),
          0,
          "the root lists " + manifest.entries() + " entries, found " + all.size());
    }
    ManifestStatistics.Opening opening =
        () -> ManifestReader.open(store, directory, manifest, table);
    Set<Integer> removed = new HashSet<>(manifest.removed());
    List<Entry> out = new ArrayList<>(manifest.files());
    long rows = 0;
    for (int i = 0; i < all.size(); i++) {
      if (!removed.contains(i)) {
        DataFile f = all.get(i);
        rows += f.rows();
        Set<String> partition = f.partition().keySet();
        out.add(
            new Entry(
                i,
                f.with(f.partition(), content.statistics().of(i, partition, opening), f.names())));
      }
    }
    if (rows != manifest.rows()) {
      throw new CorruptFileException(
          pathOf(manifest), 0, "the root lists " + manifest.rows() + " rows, found " + rows);
    }
    return out;
  }

  private ManifestCache.Content read(Manifest manifest, Schema table) throws IOException {
    try (ManifestReader reader = ManifestReader.open(store, directory, manifest, table)) {
      ManifestStatistics statistics =
          new ManifestStatistics(manifest.entries(), reader.columnsWithStatistics());
      statistics.readFew(reader);
      return new ManifestCache.Content(reader.entries(), statistics);
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
   * @param files at least one, listed under the names of the schema
   */
  public Manifest write(
      String commitId,
      String name,
      int level,
      Schema table,
      List<String> partitionColumns,
      List<DataFile> files)
      throws IOException {
    store.mkdirs(PathNames.join(directory, DIRECTORY));
    String path = DIRECTORY + "/" + commitId + "-" + name + ".placed";
    try {
      return new ManifestWriter(table, partitionColumns, files)
          .write(store, directory, path, level);
    } catch (UncheckedIOException e) {
      throw e.getCause(); // Of statistics that are read from other manifests.
    }
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
