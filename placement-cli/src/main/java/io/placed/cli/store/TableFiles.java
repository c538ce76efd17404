package io.placed.cli.store;

import io.placed.advise.columns.ColumnSizes;
import io.placed.advise.columns.MeasuredSizes;
import io.placed.io.FileBlocks;
import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.placement.Placement;
import io.placed.scan.FileReader;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.DataFileCopy;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.List;

/** A Placed table and its files: a data set, a directory of files, or a single file. */
public final class TableFiles {
  private final DataSet dataSet;
  private final Snapshot snapshot;

  /**
   * @throws java.io.FileNotFoundException if there is no table
   */
  public TableFiles(FileStores stores, String path) throws IOException {
    this(stores, path, Moment.NOW);
  }

  /**
   * @throws java.io.FileNotFoundException if there is no table, or was none at that time
   */
  public TableFiles(FileStores stores, String path, Moment moment) throws IOException {
    dataSet = DataSet.at(stores, path);
    snapshot = moment.of(stores, dataSet);
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

  /** Opens a file, with its siblings. */
  public FileReader open(DataFile file) throws IOException {
    return FileReader.open(input(file), new IoCounters());
  }

  /** The file system blocks of a file or of its sibling: {@link DataSet#blocks}. */
  public FileBlocks blocks(DataFile file, int number, String sibling) throws IOException {
    return dataSet.blocks(file, number, sibling);
  }

  /** The placement of the table; of its first file for a directory without snapshots. */
  public Placement placement() throws IOException {
    if (snapshot.id() > 0 || snapshot.files().isEmpty()) {
      return snapshot.placement();
    }
    try (FileReader file =
        FileReader.open(dataSet.input(snapshot.files().get(0)), new IoCounters())) {
      return file.placement();
    }
  }

  /** The sizes on disk of the columns that are in the files. */
  public ColumnSizes sizes() throws IOException {
    return MeasuredSizes.ofTable(DataFileCopy.fileSchema(snapshot), dataSet, snapshot);
  }
}
