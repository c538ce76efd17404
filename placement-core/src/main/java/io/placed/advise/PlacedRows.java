package io.placed.advise;

import io.placed.io.IoCounters;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.NumberedRows;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.List;

/** Rows of files of a snapshot, one file after the other. */
final class PlacedRows implements AdvisedTable.Rows {
  private final DataSet dataSet;
  private final Snapshot snapshot;
  private final List<PlacedTable.FileRows> files;
  private final int[] partitions;
  private final Schema wanted;
  private final IoCounters counters = new IoCounters();
  private int at = -1;
  private FileReader file;
  private BatchReader reader;

  /**
   * @param partitions number of the partition of each file
   */
  PlacedRows(
      DataSet dataSet,
      Snapshot snapshot,
      List<PlacedTable.FileRows> files,
      int[] partitions,
      Schema wanted) {
    this.dataSet = dataSet;
    this.snapshot = snapshot;
    this.files = files;
    this.partitions = partitions;
    this.wanted = wanted;
  }

  @Override
  public boolean next() throws IOException {
    while (reader == null || !reader.next()) {
      closeFile();
      if (at + 1 >= files.size()) {
        return false;
      }
      PlacedTable.FileRows next = files.get(++at);
      ReadRequest request = ReadRequest.all().withColumns(wanted);
      if (next.numbers() != null) {
        request = request.withChoice(new NumberedRows(next.numbers()));
      }
      file = FileReader.open(dataSet.input(next.file()), counters);
      reader = file.read(dataSet.directory().request(next.file(), snapshot.schema(), request));
    }
    return true;
  }

  @Override
  public Batch batch() {
    return reader.batch();
  }

  @Override
  public int partition() {
    return partitions[at];
  }

  @Override
  public long bytesRead() {
    return counters.bytesRead();
  }

  private void closeFile() throws IOException {
    try {
      if (reader != null) {
        reader.close();
      }
    } finally {
      reader = null;
      if (file != null) {
        FileReader closing = file;
        file = null;
        closing.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    closeFile();
  }
}
