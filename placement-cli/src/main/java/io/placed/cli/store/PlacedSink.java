package io.placed.cli.store;

import io.placed.formats.BatchSink;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionSpec;
import io.placed.vector.Batch;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.Map;

/** Writes a single Placed file. */
public final class PlacedSink implements BatchSink {
  private final FileWriter writer;
  private boolean finished;

  private PlacedSink(FileWriter writer) {
    this.writer = writer;
  }

  /** Whether a path names a single file instead of a data set. */
  public static boolean isSingleFile(String path) {
    return PathNames.name(path).endsWith(".placed");
  }

  /**
   * Writes a single file or a data set, as the path says.
   *
   * @param partitioning of a data set
   * @param rows expected number of rows; 0 = unknown
   * @param replaced what is replaced; nothing if the path is new
   * @throws IllegalArgumentException if placement or partitioning does not fit the schema
   */
  public static BatchSink create(
      FileStores stores,
      String path,
      Schema schema,
      PartitionSpec partitioning,
      WriteOptions options,
      long rows,
      ReplacedOutput replaced)
      throws IOException {
    if (!isSingleFile(path)) {
      return new DataSetSink(stores, path, schema, partitioning, options, replaced, rows);
    }
    FileWriter writer =
        replaced.isAllowed()
            ? FileWriter.replace(stores.forPath(path), path, schema, options)
            : FileWriter.create(stores.forPath(path), path, schema, options);
    writer.expectRows(rows);
    return new PlacedSink(writer);
  }

  @Override
  public void write(Batch batch) throws IOException {
    writer.write(batch);
  }

  @Override
  public void finish() throws IOException {
    writer.finish();
    finished = true;
  }

  static DataFile dataFile(Commit commit, FileSummary s, Map<String, String> partition) {
    return DataFile.of(s, commit.relative(s.path()), partition);
  }

  @Override
  public void close() throws IOException {
    if (!finished) {
      writer.abort();
    }
  }
}
