package io.placed.scan;

import io.placed.scan.request.ReadRequest;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/** A running scan. */
public interface BatchReader extends Closeable {
  /** Goes to the next batch; false at the end. */
  boolean next() throws IOException;

  /** The current batch: rows of one page; reused by the next call of {@link #next}. */
  Batch batch();

  /**
   * A bit per row of the batch that says whether it is wanted; null if all are, as they are unless
   * {@link ReadRequest#sparse} was asked for. Reused like the batch.
   */
  default long[] wanted() {
    return null;
  }

  /** Number, in the file, of the first row of the range that the current batch was taken from. */
  long rowIndex();

  /** Number of the row group that the current batch is of. */
  int rowGroup();

  /**
   * Numbers, in the file, of the rows of the current batch, into the beginning of an array.
   *
   * @param numbers with room for all of them
   */
  void rowNumbers(long[] numbers);

  /** What the scan did so far. */
  ScanMetrics metrics();

  /** Ends the scan; the file stays open. */
  @Override
  void close() throws IOException;
}
