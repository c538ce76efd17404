package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;

/** Orders every buffer of a fixed size by itself. */
final class BufferOrder implements Reorderer {
  /** Small enough for the caches, large enough to be worth a call. */
  static final long OUT_BYTES = 4 << 20;

  /** Puts all the rows of a buffer in order. */
  interface Arrangement {
    /** The rows, each as {@code batch << IndexSort.ROW_BITS | row}. */
    int[] order(Batch[] batches, int rows);
  }

  private final Arrangement arrangement;
  private final RowBuffer buffer;

  /**
   * What a method takes besides the rows is at most so many times the size of the buffer: where
   * rows are very small, a column of booleans for example, they are what takes the memory.
   */
  static final int MOST_OVERHEAD = 4;

  /**
   * @param bytesPerRow what the method takes for each row besides its values; a function of the
   *     reordering and the schema alone, for it decides where buffers end
   * @param maxRows a buffer has no more rows, whatever its bytes
   */
  BufferOrder(
      Arrangement arrangement, Schema schema, long bufferBytes, long bytesPerRow, int maxRows) {
    this.arrangement = arrangement;
    // The size is a property of the layout, so what the method itself needs does not count in it.
    buffer =
        new RowBuffer(
            schema,
            RowBuffer.Bound.ROWS,
            bufferBytes,
            0,
            Math.min(maxRows, rowsWithin(bufferBytes, bytesPerRow)));
  }

  /** Rows of a buffer at most, by what the method takes for each. */
  static int rowsWithin(long bufferBytes, long bytesPerRow) {
    double rows = (double) MOST_OVERHEAD * bufferBytes / bytesPerRow;
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, rows));
  }

  @Override
  public void add(Batch batch, BatchSink out) throws IOException {
    buffer.addAll(batch, () -> finish(out));
  }

  @Override
  public void finish(BatchSink out) throws IOException {
    Batch[] batches = buffer.batches();
    int[] index = arrangement.order(batches, buffer.rows());
    try (BatchSource ordered = buffer.inOrder(batches, index, OUT_BYTES)) {
      while (ordered.next()) {
        out.accept(ordered.batch());
      }
    }
    buffer.clear();
  }

  @Override
  public void close() {
    buffer.release();
  }
}
