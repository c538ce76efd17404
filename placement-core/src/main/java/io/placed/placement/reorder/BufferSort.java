package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;

/** Sorts every buffer of a fixed size by itself. */
final class BufferSort implements Reorderer {
  /** Small enough for the caches, large enough to be worth a call. */
  static final long OUT_BYTES = 4 << 20;

  private final RowBuffer buffer;

  BufferSort(SortOrder order, Schema schema, long bufferBytes) {
    // The size is a property of the layout, so what the sort itself needs does not count.
    buffer = new RowBuffer(order, schema, bufferBytes, 0);
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
    try (BatchSource sorted = buffer.sorted(OUT_BYTES)) {
      while (sorted.next()) {
        out.accept(sorted.batch());
      }
    }
    buffer.clear();
  }

  @Override
  public void close() {
    buffer.clear();
  }
}
