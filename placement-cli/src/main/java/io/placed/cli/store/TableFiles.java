package io.placed.cli.store;

import io.placed.dataset.DataFile;
import io.placed.dataset.DataSet;
import io.placed.dataset.Snapshot;
import io.placed.io.FileStores;
import io.placed.io.InputFile;
import java.io.IOException;
import java.util.List;

/** A table of ours and its files: a data set, a directory of files, or one file. */
public final class TableFiles {
  private final DataSet dataSet;
  private final Snapshot snapshot;

  /**
   * @throws java.io.FileNotFoundException if there is no table
   */
  public TableFiles(FileStores stores, String path) throws IOException {
    dataSet = DataSet.at(stores, path);
    snapshot = dataSet.current();
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  public List<DataFile> files() {
    return snapshot.files();
  }

  public InputFile input(DataFile file) throws IOException {
    return dataSet.input(file);
  }
}
