package io.placed.scan.decode;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.vector.Heap;
import java.io.IOException;

/** Fills the batch with all or the selected rows of a span. */
public final class SpanDecoder {
  private final Batch batch;
  private final ColumnDecoder[] decoders;

  /** Position of each column among those of the predicate, else -1. */
  private final int[] filterColumns;

  private final RowFilter filter;
  private final Column[] buffers;
  private final int[] shifted;

  /** Decoders of the columns of the batch. */
  private long bytes;

  /**
   * @param filter null if there is none
   * @param batchRows maximum rows of a span
   */
  public SpanDecoder(
      Schema wanted,
      ColumnDecoder[] decoders,
      int[] filterColumns,
      RowFilter filter,
      int batchRows) {
    this.batch = Batch.of(wanted);
    this.decoders = decoders;
    this.filterColumns = filterColumns;
    this.filter = filter;
    this.buffers = new Column[decoders.length];
    this.shifted = new int[batchRows];
  }

  public Batch batch() {
    return batch;
  }

  /** Decodes all rows of the span. */
  public void decode(RowSpan span) throws IOException {
    batch.clear();
    bytes = 0;
    for (int c = 0; c < decoders.length; c++) {
      Column known = known(c);
      if (known != null) {
        batch.column(c).appendRange(known, 0, span.count());
      } else {
        decode(c, span, span.from(), span.count(), batch.column(c));
      }
    }
    batch.setRows(span.count());
  }

  /** Decodes the selected rows, at least one. */
  public void decode(RowSpan span, SelectedRows selected) throws IOException {
    if (selected.count() == span.count()) {
      decode(span);
      return;
    }
    batch.clear();
    bytes = 0;
    int n = selected.count();
    // If most values are selected, decoding all and compacting costs less.
    boolean most = n > span.count() / 4 * 3;
    boolean runs = most && selected.isRuns();
    boolean moved = false;
    for (int c = 0; c < decoders.length; c++) {
      Column target = batch.column(c);
      Column known = known(c);
      if (known != null && runs) {
        selected.appendRuns(known, target);
      } else if (known != null) {
        target.appendSelected(known, selected.positions(), n);
      } else if (most && target.canKeepOnly()) {
        decode(c, span, span.from(), span.count(), target);
        if (runs) {
          target.keepRuns(selected.runs(), selected.runCount());
        } else {
          target.keepOnly(selected.positions(), n);
        }
      } else if (!decoders[c].select(span, selected, target)) {
        // Decoded from the first to the last vector with rows: the same rows for all columns, so
        // that shared parents are decoded once.
        int first = selected.firstVector();
        int end = Math.min(span.count(), selected.lastVector() + RowSpan.VECTOR);
        if (!moved) {
          for (int k = 0; k < n; k++) {
            shifted[k] = selected.positions()[k] - first;
          }
          moved = true;
        }
        Column buffer = buffer(c);
        decode(c, span, span.from() + first, end - first, buffer);
        target.appendSelected(buffer, shifted, n);
      }
    }
    batch.setRows(n);
  }

  private Column known(int c) {
    return filter == null || filterColumns[c] < 0 ? null : filter.decodedColumn(filterColumns[c]);
  }

  private Column buffer(int c) {
    if (buffers[c] == null) {
      buffers[c] = Column.of(batch.column(c).type());
    }
    buffers[c].clear();
    return buffers[c];
  }

  private void decode(int c, RowSpan span, int from, int count, Column target) throws IOException {
    decoders[c].decode(span.rowGroup(), span.page(), from, count, target);
    bytes += target.memoryBytes();
    Heap.requireBatch(bytes);
  }
}
