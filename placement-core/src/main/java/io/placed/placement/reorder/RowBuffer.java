package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows in memory, as many batches of moderate size: no array is ever large enough for its growth to
 * matter, and no arena comes near its limit of 2^31-9 bytes.
 */
final class RowBuffer {
  /** A batch ends before it passes this, unless it has one row. */
  private static final long MAX_BATCH_BYTES = 16 << 20;

  private static final long MIN_BATCH_BYTES = 64 << 10;

  /** Rows copied at a time. */
  private static final int SLICE_ROWS = 1024;

  /** Keeps row counts of a buffer well within an int. */
  private static final int MAX_ROWS = 1 << 30;

  /** Rows of a batch that goes out: four vectors. */
  static final int OUT_ROWS = 4096;

  private final SortOrder order;
  private final Schema schema;
  private final long limitBytes;
  private final long overheadPerRow;
  private final long batchBytes;
  private final List<Batch> batches = new ArrayList<>();
  private int rows;
  private long bytes;
  private long lastBatchBytes;

  /**
   * @param limitBytes when the buffer is full
   * @param overheadPerRow bytes that a row takes besides its values
   */
  RowBuffer(SortOrder order, Schema schema, long limitBytes, int overheadPerRow) {
    this.order = order;
    this.schema = schema;
    this.limitBytes = limitBytes;
    this.overheadPerRow = overheadPerRow;
    batchBytes = Math.max(MIN_BATCH_BYTES, Math.min(MAX_BATCH_BYTES, limitBytes / 8));
  }

  int rows() {
    return rows;
  }

  /** Copies rows from {@code from} on until all are in or the buffer is full; returns how many. */
  int add(Batch source, int from) {
    int at = from;
    while (at < source.rows()) {
      int n =
          RowBytes.rowsWithin(
              source,
              at,
              Math.min(SLICE_ROWS, source.rows() - at),
              Math.max(1, Math.min(batchBytes, limitBytes - bytes)));
      long size = RowBytes.of(source, at, n);
      boolean fits = bytes + size + overheadPerRow * n <= limitBytes;
      if ((rows > 0 && (!fits || rows > MAX_ROWS - n)) || !roomFor(n, size)) {
        break;
      }
      batches.get(batches.size() - 1).appendRange(source, at, n);
      lastBatchBytes += size;
      bytes += size + overheadPerRow * n;
      rows += n;
      at += n;
    }
    return at - from;
  }

  /** Makes a batch that takes so many rows more; false if there are too many batches. */
  private boolean roomFor(int n, long size) {
    if (!batches.isEmpty()
        && batches.get(batches.size() - 1).rows() + n <= IndexSort.MAX_BATCH_ROWS
        && lastBatchBytes + size <= batchBytes) {
      return true;
    }
    if (batches.size() == IndexSort.MAX_BATCHES) {
      return false;
    }
    batches.add(Batch.of(schema));
    lastBatchBytes = 0;
    return true;
  }

  /**
   * The rows in order.
   *
   * @param outBytes a batch that goes out ends before it passes this, unless it has one row
   */
  BatchSource sorted(long outBytes) {
    Batch[] sources = batches.toArray(new Batch[0]);
    return new Sorted(schema, sources, IndexSort.sort(order, sources, rows), outBytes);
  }

  /** Forgets the rows. */
  void clear() {
    batches.clear();
    rows = 0;
    bytes = 0;
    lastBatchBytes = 0;
  }

  private static final class Sorted implements BatchSource {
    private final Batch[] sources;
    private final int[] index;
    private final long outBytes;
    private final Batch out;
    private final RowBytes sizes;
    private final int[] from = new int[OUT_ROWS];
    private final int[] rows = new int[OUT_ROWS];
    private int at;

    Sorted(Schema schema, Batch[] sources, int[] index, long outBytes) {
      this.sources = sources;
      this.index = index;
      this.outBytes = outBytes;
      this.out = Batch.of(schema);
      this.sizes = new RowBytes(schema);
    }

    @Override
    public boolean next() throws IOException {
      out.clear();
      int n = 0;
      long bytes = 0;
      while (n < OUT_ROWS && at < index.length) {
        int source = index[at] >>> IndexSort.ROW_BITS;
        int row = index[at] & IndexSort.MAX_BATCH_ROWS - 1;
        bytes += sizes.ofRow(sources[source], row);
        if (n > 0 && bytes > outBytes) {
          break;
        }
        from[n] = source;
        rows[n] = row;
        n++;
        at++;
      }
      Gather.append(out, sources, from, rows, n);
      return n > 0;
    }

    @Override
    public Batch batch() {
      return out;
    }

    @Override
    public void close() {}
  }
}
