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
   * @param maxRows a buffer has no more rows, whatever its bytes
   */
  BufferOrder(Arrangement arrangement, Schema schema, long bufferBytes, int maxRows) {
    this.arrangement = arrangement;
    // The size is a property of the layout, so what the method itself needs does not count.
    buffer = new RowBuffer(schema, RowBuffer.Bound.ROWS, bufferBytes, 0, maxRows);
  }

  @Override
  public void add(Batch batch, BatchSink out) throws IOException {
    int at = 0;
    while (at < batch.rows()) {
      at += buffer.add(batch, at);
      if (at < batch.rows()) {
        finish(out);
      }
    }
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
