package io.placed.table;

import io.placed.predicate.Predicate;
import io.placed.scan.BatchReader;
import io.placed.scan.ScanMetrics;
import io.placed.scan.request.NumberedRows;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.discovery.OpenedFile;
import io.placed.table.file.RowIdColumns;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/**
 * A snapshot for many small reads: files stay open, with their footers. Not thread-safe; scans may
 * be interleaved.
 */
public final class OpenTable implements Closeable {
  /** One span a page, if pages have as many rows as they usually do. */
  private static final int BATCH_ROWS = 16 * 1024;

  private final DataSet dataSet;
  private final Snapshot snapshot;
  private final OpenFiles files;
  private final Schema wanted;

  /** The columns of the snapshot, and row ids if they are asked for. */
  private final Schema columns;

  private RowNumbers numbers;
  private ScanMetrics metrics = ScanMetrics.NONE;

  /**
   * @param wanted columns of the snapshot's schema, and of {@link RowIdColumns}
   */
  public OpenTable(DataSet dataSet, Snapshot snapshot, Schema wanted) {
    this(dataSet, snapshot, wanted, new OpenFiles(dataSet, OpenFiles.MANY));
  }

  /**
   * @param opened a single file, closed with this
   */
  public OpenTable(DataSet dataSet, OpenedFile opened, Schema wanted) throws IOException {
    this(dataSet, opened.snapshot(), wanted, OpenFiles.of(dataSet, opened, OpenFiles.MANY));
  }

  private OpenTable(DataSet dataSet, Snapshot snapshot, Schema wanted, OpenFiles files) {
    this.dataSet = dataSet;
    this.snapshot = snapshot;
    this.wanted = wanted;
    this.files = files;
    this.columns =
        RowIdColumns.with(snapshot.schema(), wanted.fields().stream().map(f -> f.name()).toList());
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  /**
   * Starts a scan of the same columns; it must be closed before this.
   *
   * @param predicate filter of rows; null = all rows
   */
  public DataSetScan scan(Predicate predicate) {
    return new DataSetScan(files, false, snapshot, wanted, predicate);
  }

  /**
   * Reads rows by their numbers in the file, or by their ids in a table; see {@link RowNumbers}.
   * Only the pages that have one of them are fetched, and only their vectors decoded.
   *
   * @param asked in any order, possibly with duplicates
   * @return the rows in the order of the numbers; the caller's own
   * @throws IllegalArgumentException that names a number which no row has
   */
  public Batch rows(long[] asked) throws IOException {
    if (numbers == null) {
      numbers = new RowNumbers(dataSet.path(), dataSet.directory().isFile(), snapshot);
    }
    long[] ascending = ascending(asked);
    Batch found = Batch.of(wanted);
    for (RowNumbers.Part part : numbers.find(ascending)) {
      read(part, found);
    }
    if (ascending == asked) {
      return found;
    }
    int[] positions = new int[asked.length];
    Arrays.setAll(positions, i -> Arrays.binarySearch(ascending, asked[i]));
    Batch ordered = Batch.of(wanted);
    ordered.appendSelected(found, positions, positions.length);
    return ordered;
  }

  /** The numbers in ascending order, each once; the same array if it is like that. */
  private static long[] ascending(long[] numbers) {
    boolean is = true;
    for (int i = 1; i < numbers.length; i++) {
      is &= numbers[i - 1] < numbers[i];
    }
    if (is) {
      return numbers;
    }
    long[] sorted = numbers.clone();
    Arrays.sort(sorted);
    int n = 1;
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] != sorted[n - 1]) {
        sorted[n++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, n);
  }

  private void read(RowNumbers.Part part, Batch found) throws IOException {
    OpenFiles.Open file = files.open(part.file());
    boolean first = file.isFirstUse();
    ReadRequest request =
        ReadRequest.all()
            .withColumns(wanted)
            .withBatchRows(BATCH_ROWS)
            .withChoice(new NumberedRows(part.rows()));
    try (BatchReader reader = file.read(columns, request)) {
      long[] rows = new long[Math.min(BATCH_ROWS, part.rows().length)];
      int n = 0;
      while (reader.next()) {
        Batch batch = reader.batch();
        reader.rowNumbers(rows);
        for (int i = 0; i < batch.rows(); i++) {
          if (rows[i] != part.rows()[n++]) {
            throw numbers.deleted(part.file(), part.rows()[n - 1]);
          }
        }
        found.appendRange(batch, 0, batch.rows());
      }
      if (n < part.rows().length) {
        throw numbers.deleted(part.file(), part.rows()[n]);
      }
      ScanMetrics of = reader.metrics();
      metrics = metrics.plus(first ? of.withIo(file.reader().ioCounters()) : of);
    } finally {
      files.release(file);
    }
  }

  /** Metrics of the reads by number so far. */
  public ScanMetrics metrics() {
    return metrics;
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
