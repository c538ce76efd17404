package io.placed.cli.store;

import io.placed.io.FileStore;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.io.LikeFileStore;
import io.placed.scan.FileReader;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.DataSetScan;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.DataFileCopy;
import io.placed.table.rewrite.KeptSettings;
import io.placed.table.snapshot.Snapshot;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;

/**
 * Rewrites a single file, in place or to another path, or a data set to another path, where the
 * files of each partition are merged.
 */
public final class Rewriter {
  /** Sizes before and after. */
  public record Result(
      long rows, int filesBefore, int filesAfter, long bytesBefore, long bytesAfter) {}

  private final FileStores stores;
  private final DataSet source;
  private final Snapshot before;
  private final DoubleConsumer progress;
  private long rowsDone;

  /**
   * @param progress gets the fraction done, from 0 to 1
   * @throws java.io.FileNotFoundException if there is no table
   */
  public Rewriter(FileStores stores, String path, DoubleConsumer progress) throws IOException {
    this.stores = stores;
    this.source = DataSet.at(stores, path);
    this.before = source.current();
    this.progress = progress;
  }

  /** What the table keeps where nothing else is given. */
  public KeptSettings kept() throws IOException {
    return KeptSettings.of(source.directory(), before);
  }

  /** Whether two paths, which may be names of one directory, are the same. */
  public static boolean isSame(FileStores stores, String path, String other) throws IOException {
    String real = stores.forPath(path).realPath(path);
    return real.equals(stores.forPath(other).realPath(other));
  }

  /**
   * Writes one file.
   *
   * @param replace whether to replace an existing file
   * @param keepAccess whether to preserve its owner, group and permissions
   */
  public Result toFile(String path, WriteOptions options, boolean replace, boolean keepAccess)
      throws IOException {
    Map<String, String> metadata = Map.of();
    if (before.files().size() == 1) {
      try (FileReader file = open(before.files().get(0))) {
        metadata = file.metadata();
      }
    }
    WriteOptions with = options.withMetadata(metadata);
    Schema schema = before.schema();
    try (FileWriter out =
            replace
                ? FileWriter.replace(replacing(path, keepAccess), path, schema, with)
                : FileWriter.create(stores.forPath(path), path, schema, with);
        DataSetScan scan = new DataSetScan(source, before, schema, null)) {
      out.expectRows(before.rows());
      while (scan.next()) {
        out.write(scan.batch());
        advance(scan.batch().rows());
      }
      long length = out.finish().totalLength();
      return new Result(rowsDone, before.files().size(), 1, before.bytes(), length);
    }
  }

  /**
   * Writes a data set with the same partitions.
   *
   * @param fileBytes files are merged up to this size
   * @param replace whether to replace any table at the path
   * @throws IllegalArgumentException if the path is that of the table, see {@link
   *     io.placed.table.rewrite.Rewrite}
   */
  public Result toDataSet(String path, WriteOptions options, long fileBytes, boolean replace)
      throws IOException {
    if (isSame(stores, source.path(), path)) {
      throw new IllegalArgumentException(
          path + ": is the table that is read; a copy is allowed at another path only");
    }
    options.placement().requireWritable().requireFits(DataFileCopy.fileSchema(before));
    DataFileCopy copy = source.copy(before);
    copy.requirePartitions(before.files());
    Commit commit =
        DataSet.at(stores, path)
            .begin(
                before.schema(), before.partitioning().spec(before.schema()), options.placement())
            .overwriteSchema(true)
            .ofCopies();
    if (!replace) {
      commit.basedOnNothing();
    }
    try {
      List<DataFile> written = write(copy, commit, options, fileBytes);
      commit.overwrite(written);
      long bytes = written.stream().mapToLong(DataFile::totalLength).sum();
      return new Result(rowsDone, before.files().size(), written.size(), before.bytes(), bytes);
    } catch (IOException | RuntimeException e) {
      try {
        commit.abort();
      } catch (IOException aborting) {
        e.addSuppressed(aborting);
      }
      throw e;
    }
  }

  private FileStore replacing(String path, boolean keepAccess) throws IOException {
    FileStore store = stores.forPath(path);
    return keepAccess && store.exists(path) ? new LikeFileStore(store, path) : store;
  }

  private List<DataFile> write(
      DataFileCopy copy, Commit commit, WriteOptions options, long fileBytes) throws IOException {
    List<DataFile> written = new ArrayList<>();
    for (List<DataFile> files : copy.alike(before.files(), fileBytes)) {
      Map<String, String> partition = partition(files.get(0), commit);
      Schema schema = copy.schemaOf(files);
      String path = commit.dataFilePath(partition, "0-" + written.size());
      WriteOptions fitting = options.fitting(schema).withMetadata(copy.metadata(files, schema));
      try (FileWriter out = FileWriter.create(stores.forPath(path), path, schema, fitting)) {
        out.expectRows(files.stream().mapToLong(DataFile::rows).sum());
        for (DataFile f : files) {
          copy.copy(f, schema, out, this::advance);
        }
        written.add(PlacedSink.dataFile(commit, out.finish(), partition));
      }
    }
    return written;
  }

  /**
   * The partition values of a file under the names that the new table has for its fields. Fields by
   * which the table was partitioned before are left out, unless the file does not have the column.
   */
  private Map<String, String> partition(DataFile file, Commit commit) {
    List<String> names = before.partitioning().names(before.schema());
    Map<String, String> values = new LinkedHashMap<>();
    file.partition()
        .forEach(
            (name, value) -> {
              int at = names.indexOf(name);
              if (at >= 0) {
                values.put(commit.partitionNames().get(at), value);
              } else if (before.schema().indexOf(name) >= 0) {
                values.put(name, value);
              }
            });
    return values;
  }

  private FileReader open(DataFile file) throws IOException {
    return FileReader.open(source.input(file), new IoCounters());
  }

  private void advance(int rows) {
    rowsDone += rows;
    progress.accept(before.rows() == 0 ? 1 : (double) rowsDone / before.rows());
  }
}
