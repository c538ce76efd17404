package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.TaskMemory;
import java.io.IOException;

/**
 * Orders each in-memory buffer of fixed size separately. A buffer whose memory is not granted ends
 * earlier.
 */
final class BufferOrder implements Reorderer {
  /** Bytes of an output batch: fits in the CPU caches, and amortizes the cost of a call. */
  static final long OUT_BYTES = 4 << 20;

  /** Orders all rows of one buffer. */
  interface Arrangement {
    /** The rows in their new order, each as {@code batch << IndexSort.ROW_BITS | row}. */
    int[] order(Batch[] batches, int rows);
  }

  private final Arrangement arrangement;
  private final TaskMemory.Share share;
  private final RowBuffer buffer;

  /**
   * Limit for a method's own data structures, as a multiple of the buffer size. Reached only if
   * rows are very small, for example a single boolean column.
   */
  static final int MOST_OVERHEAD = 4;

  /**
   * @param bytesPerRow bytes that the method needs per row besides the values; depends only on the
   *     reordering and the schema, because it decides where buffers end
   * @param maxRows maximum rows of a buffer, regardless of its bytes
   */
  BufferOrder(
      Arrangement arrangement,
      Schema schema,
      long bufferBytes,
      long bytesPerRow,
      int maxRows,
      TaskMemory task) {
    this.arrangement = arrangement;
    // Its rows have no other place than the file, so they are not written for others.
    this.share = task.share(SortMemory.LEAST_BYTES, null);
    // The size is a property of the layout. Therefore the method's own memory is not part of it.
    int most = Math.min(maxRows, rowsWithin(bufferBytes, bytesPerRow));
    buffer =
        new RowBuffer(schema, RowBuffer.Bound.ROWS, bufferBytes, 0, most)
            .within(share, bytesPerRow);
  }

  /** Maximum rows of a buffer, given the bytes that the method needs per row. */
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
    share.close();
  }
}
