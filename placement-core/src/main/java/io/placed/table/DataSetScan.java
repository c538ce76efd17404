package io.placed.table;

import io.placed.predicate.BoundPredicate;
import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.ScanMetrics;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.discovery.OpenedFile;
import io.placed.table.file.DataFile;
import io.placed.table.file.RowIdColumns;
import io.placed.table.snapshot.DataFilePruning;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** A scan of the files of a snapshot, one after the other. */
public final class DataSetScan implements Closeable {
  private final OpenFiles open;

  /** Whether the files are closed with the scan. */
  private final boolean owner;

  /** The columns of the snapshot, and row ids if they are asked for. */
  private final Schema columns;

  private ReadRequest request;
  private final Iterator<DataFile> files;
  private OpenFiles.Open file;
  private boolean firstUse;
  private BatchReader reader;
  private ScanMetrics finished = ScanMetrics.NONE;

  /**
   * @param wanted columns of the snapshot's schema, and of {@link RowIdColumns}
   * @param predicate filter of rows; null = all rows
   * @throws IllegalArgumentException if the predicate does not fit the schema
   */
  public DataSetScan(DataSet dataSet, Snapshot snapshot, Schema wanted, Predicate predicate) {
    this(new OpenFiles(dataSet, 0), true, snapshot, wanted, predicate);
  }

  /**
   * Scans a file that is already open.
   *
   * @param opened a single file, closed with the scan
   */
  public DataSetScan(DataSet dataSet, OpenedFile opened, Schema wanted, Predicate predicate)
      throws IOException {
    this(OpenFiles.of(dataSet, opened, 0), true, opened.snapshot(), wanted, predicate);
  }

  /**
   * @param owner whether the files are closed with the scan
   */
  DataSetScan(
      OpenFiles open, boolean owner, Snapshot snapshot, Schema wanted, Predicate predicate) {
    this.open = open;
    this.owner = owner;
    this.columns = RowIdColumns.with(snapshot.schema(), names(wanted, predicate));
    ReadRequest all = ReadRequest.all().withColumns(wanted);
    List<DataFile> chosen;
    if (predicate == null) {
      chosen = snapshot.files();
      this.request = all;
    } else {
      // Not from all files: those that the manifests' bounds leave are read from them.
      BoundPredicate bound = predicate.bind(columns, true);
      chosen = DataFilePruning.prune(snapshot, bound);
      this.request = all.withFilter(predicate);
    }
    this.files = chosen.iterator();
  }

  private static Set<String> names(Schema wanted, Predicate predicate) {
    Set<String> names = new HashSet<>(predicate == null ? Set.of() : predicate.columns());
    wanted.fields().forEach(f -> names.add(f.name()));
    return names;
  }

  /** Announces, before the first row is read, that the scan may end early, as with LIMIT. */
  public DataSetScan stopsEarly() {
    request = request.withStopsEarly(true);
    return this;
  }

  /** Advances to the next batch; false at the end. */
  public boolean next() throws IOException {
    while (true) {
      if (reader != null && reader.next()) {
        return true;
      }
      closeFile();
      if (!files.hasNext()) {
        return false;
      }
      DataFile next = files.next();
      file = open.open(next);
      firstUse = file.isFirstUse();
      reader = file.read(columns, request);
    }
  }

  /** The current batch, reused by the next call of {@link #next}. */
  public Batch batch() {
    return reader.batch();
  }

  /** Metrics of the scan so far. */
  public ScanMetrics metrics() {
    return reader == null ? finished : finished.plus(ofFile(file));
  }

  /** Includes the bytes of the footer, if they were read for this scan, before it began. */
  private ScanMetrics ofFile(OpenFiles.Open of) {
    return firstUse ? reader.metrics().withIo(of.reader().ioCounters()) : reader.metrics();
  }

  private void closeFile() throws IOException {
    if (file != null) {
      OpenFiles.Open closing = file;
      file = null;
      try {
        if (reader != null) {
          finished = finished.plus(ofFile(closing));
          reader.close();
          reader = null;
        }
      } finally {
        open.release(closing);
      }
    }
  }

  @Override
  public void close() throws IOException {
    closeFile();
    if (owner) {
      open.close();
    }
  }
}
