package io.placed.cli.store;

import io.placed.formats.BatchSink;
import io.placed.io.FileStores;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.vector.Batch;
import io.placed.write.FileSummary;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Writes one Placed file, a single one or the only file of a data set. */
public final class PlacedSink implements BatchSink {
  private final FileWriter writer;
  private final Commit commit;
  private boolean finished;

  private PlacedSink(FileWriter writer, Commit commit) {
    this.writer = writer;
    this.commit = commit;
  }

  /** Whether a path names a single file instead of a data set. */
  public static boolean isSingleFile(String path) {
    return PathNames.name(path).endsWith(".placed");
  }

  /**
   * @param rows expected number of rows; 0 = unknown
   * @param overwrite whether to replace an existing file or table
   * @throws IllegalArgumentException if the placement does not fit the schema
   */
  public static PlacedSink create(
      FileStores stores,
      String path,
      Schema schema,
      WriteOptions options,
      long rows,
      boolean overwrite)
      throws IOException {
    if (isSingleFile(path)) {
      FileWriter writer =
          overwrite
              ? FileWriter.replace(stores.forPath(path), path, schema, options)
              : FileWriter.create(stores.forPath(path), path, schema, options);
      writer.expectRows(rows);
      return new PlacedSink(writer, null);
    }
    // Before the directory is created.
    options.placement().requireWritable().requireFits(schema);
    Commit commit =
        DataSet.at(stores, path)
            .begin(schema, List.of(), options.placement())
            .overwriteSchema(true);
    String file = commit.dataFilePath(Map.of(), "0");
    FileWriter writer = FileWriter.create(stores.forPath(path), file, schema, options);
    writer.expectRows(rows);
    return new PlacedSink(writer, commit);
  }

  @Override
  public void write(Batch batch) throws IOException {
    writer.write(batch);
  }

  @Override
  public void finish() throws IOException {
    FileSummary summary = writer.finish();
    if (commit != null) {
      commit.overwrite(List.of(dataFile(commit, summary, Map.of())));
    }
    finished = true;
  }

  static DataFile dataFile(Commit commit, FileSummary s, Map<String, String> partition) {
    return DataFile.of(s, commit.relative(s.path()), partition);
  }

  @Override
  public void close() throws IOException {
    if (finished) {
      return;
    }
    writer.abort();
    if (commit != null) {
      commit.abort();
    }
  }
}
