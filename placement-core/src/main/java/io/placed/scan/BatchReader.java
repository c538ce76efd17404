package io.placed.scan;

import io.placed.scan.request.ReadRequest;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/** A running scan. */
public interface BatchReader extends Closeable {
  /** Advances to the next batch; false at the end. */
  boolean next() throws IOException;

  /** The current batch, rows of one page. Reused by the next call of {@link #next}. */
  Batch batch();

  /**
   * A selection bitmap over the rows of the batch; null if all rows are selected, as always unless
   * {@link ReadRequest#sparse} is set. Reused like the batch.
   */
  default long[] wanted() {
    return null;
  }

  /** Row number in the file of the first row of the current batch's range. */
  long rowIndex();

  /** Number of the row group of the current batch. */
  int rowGroup();

  /**
   * Copies the row numbers (in the file) of the current batch to the beginning of an array.
   *
   * @param numbers long enough for all rows
   */
  void rowNumbers(long[] numbers);

  /** Metrics of the scan so far. */
  ScanMetrics metrics();

  /** Ends the scan; the file stays open. */
  @Override
  void close() throws IOException;
}
