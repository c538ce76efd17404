package io.placed.cli.store;

import io.placed.advise.ColumnSizes;
import io.placed.advise.MeasuredSizes;
import io.placed.io.FileBlocks;
import io.placed.io.FileStores;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.PathNames;
import io.placed.placement.Placement;
import io.placed.scan.FileReader;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import io.placed.table.rewrite.DataFileCopy;
import io.placed.table.snapshot.Snapshot;
import java.io.IOException;
import java.util.List;

/** A table of ours and its files: a data set, a directory of files, or one file. */
public final class TableFiles {
  private final FileStores stores;
  private final DataSet dataSet;
  private final Snapshot snapshot;

  /**
   * @throws java.io.FileNotFoundException if there is no table
   */
  public TableFiles(FileStores stores, String path) throws IOException {
    this(stores, path, Moment.NOW);
  }

  /**
   * @throws java.io.FileNotFoundException if there is no table, or it was not there then
   */
  public TableFiles(FileStores stores, String path, Moment moment) throws IOException {
    this.stores = stores;
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

  /**
   * The blocks in which the file system keeps a file or a sibling of it.
   *
   * @param number 0 = the file itself
   * @param name the sibling's
   */
  public FileBlocks blocks(DataFile file, int number, String name) throws IOException {
    String path = dataSet.pathOf(file);
    return stores.forPath(path).blocks(number == 0 ? path : siblingPath(path, name));
  }

  private static String siblingPath(String path, String name) {
    return PathNames.join(PathNames.parent(path), name);
  }

  /** How the table is laid out; of a directory without snapshots, how its first file is. */
  public Placement placement() throws IOException {
    if (snapshot.id() > 0 || snapshot.files().isEmpty()) {
      return snapshot.placement();
    }
    try (FileReader file =
        FileReader.open(dataSet.input(snapshot.files().get(0)), new IoCounters())) {
      return file.placement();
    }
  }

  /** What the columns that are in the files take on disk. */
  public ColumnSizes sizes() throws IOException {
    return MeasuredSizes.ofTable(DataFileCopy.fileSchema(snapshot), dataSet, snapshot);
  }
}
