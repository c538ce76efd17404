package io.placed;

import io.placed.io.FileStore;
import io.placed.table.commit.Commit;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.PartitionedFiles;
import io.placed.table.rewrite.RowPartitions;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.List;

/** Writes a data set: files of each partition, all published by one snapshot. */
final class DataSetOutput implements TableOutput {
  private final Commit commit;
  private final boolean overwrite;
  private final RowPartitions partitions;
  private final PartitionedFiles files;

  DataSetOutput(FileStore store, Commit commit, WriteOptions options, boolean overwrite) {
    this.commit = commit;
    this.overwrite = overwrite;
    this.partitions = new RowPartitions(commit.written(), commit.partitioning());
    this.files =
        new PartitionedFiles(
            store,
            (partition, number) -> commit.dataFilePath(partition, "0-" + number),
            commit::relative,
            options,
            commit.partitioning().isPartitioned());
  }

  @Override
  public void write(Batch batch) throws IOException {
    partitions.divide(batch, files::write);
  }

  @Override
  public void commit() throws IOException {
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
