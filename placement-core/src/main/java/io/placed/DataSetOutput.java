package io.placed;

import io.placed.io.FileStore;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.PartitionedFiles;
import io.placed.table.rewrite.RowPartitions;
import io.placed.vector.Batch;
import io.placed.write.encode.BatchCheck;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.List;

/** Writes a data set: files of each partition, all published by one snapshot. */
final class DataSetOutput implements TableOutput {
  private final Commit commit;
  private final boolean overwrite;
  private final RowPartitions partitions;
  private final PartitionedFiles files;
  private final BatchCheck check;

  /** Whether only a part of a batch may be written. */
  private boolean failed;

  DataSetOutput(
      FileStore store, String path, Commit commit, WriteOptions options, boolean overwrite) {
    this.commit = commit;
    this.overwrite = overwrite;
    this.check = new BatchCheck(path, commit.written());
    this.partitions = new RowPartitions(commit.written(), commit.partitioning());
    this.files =
        new PartitionedFiles(
            store,
            (partition, number) -> commit.dataFilePath(partition, "0-" + number),
            commit::relative,
            options,
            commit.partitioning().isPartitioned());
  }

  /** All rows of a batch that does not fit are refused, and writing may go on. */
  @Override
  public void write(Batch batch) throws IOException {
    requireWhole();
    check.requireFits(batch);
    failed = true;
    partitions.divide(batch, files::write);
    failed = false;
  }

  private void requireWhole() {
    if (failed) {
      throw new IllegalStateException(
          check.path() + ": a write failed, so the writer can only be closed without a commit");
    }
  }

  @Override
  public void commit() throws IOException {
    requireWhole();
    List<DataFile> written = files.finish();
    if (overwrite) {
      commit.overwrite(written);
    } else {
      commit.append(written);
    }
  }

  @Override
  public void abort() throws IOException {
    try {
      files.abort();
    } finally {
      commit.abort();
    }
  }
}
