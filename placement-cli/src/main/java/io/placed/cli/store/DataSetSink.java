package io.placed.cli.store;

import io.placed.formats.BatchSink;
import io.placed.io.FileStores;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.commit.Commit;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.rewrite.PartitionedFiles;
import io.placed.table.rewrite.RowPartitions;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.io.IOException;

/** Writes a data set, files of each partition, in place of any table there that may be replaced. */
public final class DataSetSink implements BatchSink {
  private final Commit commit;
  private final RowPartitions partitions;
  private final PartitionedFiles files;
  private boolean finished;

  /**
   * @param replaced what is replaced; what others commit beside it is a conflict, as it may be in
   *     none of the written rows
   * @param rows expected number of rows; 0 = unknown
   * @throws IllegalArgumentException if placement or partitioning does not fit the schema
   */
  DataSetSink(
      FileStores stores,
      String path,
      Schema schema,
      PartitionSpec partitioning,
      WriteOptions options,
      ReplacedOutput replaced,
      long rows)
      throws IOException {
    // Before the directory is created.
    partitioning.requireAllowed(schema);
    options.placement().requireWritable().requireFits(stored(schema, partitioning));
    this.commit =
        DataSet.at(stores, path)
            .begin(schema, partitioning, options.placement())
            .overwriteSchema(true);
    replaced.requireIn(commit);
    this.partitions = new RowPartitions(commit.written(), commit.partitioning());
    this.files =
        new PartitionedFiles(
            stores.forPath(path),
            (partition, number) -> commit.dataFilePath(partition, "0-" + number),
            commit::relative,
            options,
            !partitioning.isEmpty());
    if (partitioning.isEmpty()) {
      files.expectRows(rows);
      write(Batch.of(schema)); // A table without rows has a file, too.
    }
  }

  /** The columns that files store. */
  public static Schema stored(Schema schema, PartitionSpec partitioning) {
    return Schema.of(
        schema.fields().stream().filter(f -> !partitioning.columns().contains(f.name())).toList());
  }

  @Override
  public void write(Batch batch) throws IOException {
    partitions.divide(batch, files::write);
  }

  @Override
  public void finish() throws IOException {
    commit.overwrite(files.finish());
    finished = true;
  }

  @Override
  public void close() throws IOException {
    if (!finished) {
      try {
        files.abort();
      } finally {
        commit.abort();
      }
    }
  }
}
