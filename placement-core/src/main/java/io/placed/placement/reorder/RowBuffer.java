package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows in memory, as many batches of moderate size.
 *
 * <p>Rows are collected in one batch whose arrays grow by doubling and are kept, and moved from
 * there into arrays of just the length needed. So nothing is held twice, and no array is as large
 * as half a region of the garbage collector, which would leave the rest of the region unused.
 */
final class RowBuffer {
  /** When a buffer is full. */
  enum Bound {
    /** Bytes of the rows themselves: the same rows fill it wherever they are written. */
    ROWS,
    /** Bytes that are taken from the heap, arrays as long as they are. */
    HEAP
  }

  /** A batch is moved before it passes this, unless it has one row. */
  private static final long MAX_BATCH_BYTES = 4 << 20;

  private static final long MIN_BATCH_BYTES = 64 << 10;

  /** So that eight bytes a row are 128 KiB; G1's regions have at least 1 MiB. */
  private static final int MAX_BATCH_ROWS = 16 << 10;

  /** Rows copied at a time. */
  private static final int SLICE_ROWS = 1024;

  /** Keeps row counts of a buffer well within an int. */
  private static final int MAX_ROWS = 1 << 30;

  /** Rows of a batch that goes out: four vectors. */
  static final int OUT_ROWS = 4096;

  private final Schema schema;
  private final Bound bound;
  private final long limitBytes;
  private final int maxRows;
  private final long overheadPerRow;
  private final long batchBytes;
  private final List<Batch> batches = new ArrayList<>();
  private Batch filling;
  private int rows;
  private long bytes;
  private long fillingBytes;

  /**
   * @param limitBytes when the buffer is full
   * @param overheadPerRow bytes that a row takes besides its values
   */
  RowBuffer(Schema schema, Bound bound, long limitBytes, int overheadPerRow) {
    this(schema, bound, limitBytes, overheadPerRow, MAX_ROWS);
  }

  RowBuffer(Schema schema, Bound bound, long limitBytes, int overheadPerRow, int maxRows) {
    this.schema = schema;
    this.bound = bound;
    this.maxRows = Math.min(maxRows, MAX_ROWS);
    this.overheadPerRow = overheadPerRow;
    batchBytes = Math.max(MIN_BATCH_BYTES, Math.min(MAX_BATCH_BYTES, limitBytes / 16));
    // The batch being filled: twice what is in it, and the copy when it is moved.
    this.limitBytes =
        bound == Bound.ROWS ? limitBytes : limitBytes - Math.min(limitBytes / 4, 3 * batchBytes);
    filling = Batch.of(schema);
  }

  int rows() {
    return rows;
  }

  /** Makes room in a buffer that is full. */
  interface Emptying {
    void empty() throws IOException;
  }

  /** Copies all rows; whenever the buffer is full and there are more, it is emptied first. */
  void addAll(Batch source, Emptying emptying) throws IOException {
    int at = 0;
    while (at < source.rows()) {
      at += add(source, at);
      if (at < source.rows()) {
        emptying.empty();
      }
    }
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
      n = Math.min(n, Math.max(1, maxRows - rows));
      long size = RowBytes.of(source, at, n);
      boolean fits = bytes + size + overheadPerRow * n <= limitBytes;
      if ((rows > 0 && (!fits || rows > maxRows - n)) || !roomFor(n, size)) {
        break;
      }
      filling.appendRange(source, at, n);
      fillingBytes += size;
      bytes += size + overheadPerRow * n;
      rows += n;
      at += n;
    }
    return at - from;
  }

  /** Makes room for so many rows more; false if there are too many batches. */
  private boolean roomFor(int n, long size) {
    if (filling.rows() == 0
        || (filling.rows() + n <= MAX_BATCH_ROWS && fillingBytes + size <= batchBytes)) {
      return true;
    }
    if (batches.size() == IndexSort.MAX_BATCHES - 1) {
      return false;
    }
    moveFilling();
    return true;
  }

  private void moveFilling() {
    if (filling.rows() == 0) {
      return;
    }
    Batch exact = Batch.of(schema);
    exact.appendRange(filling, 0, filling.rows());
    batches.add(exact);
    if (bound == Bound.HEAP) {
      bytes += Footprint.of(exact) - fillingBytes;
    }
    filling.clear();
    fillingBytes = 0;
  }

  /** The rows in the order in which they came, to be put in another one. */
  Batch[] batches() {
    moveFilling();
    return batches.toArray(new Batch[0]);
  }

  /**
   * The rows in an order.
   *
   * @param index rows as {@link IndexSort} has them
   * @param outBytes a batch that goes out ends before it passes this, unless it has one row
   */
  BatchSource inOrder(Batch[] sources, int[] index, long outBytes) {
    return new Ordered(schema, sources, index, outBytes);
  }

  /** The rows as they came; the buffer forgets each batch when the next one is asked for. */
  BatchSource drain() {
    moveFilling();
    List<Batch> left = new ArrayList<>(batches);
    clear();
    return new BatchSource() {
      private int at = -1;

      @Override
      public boolean next() {
        if (at >= 0) {
          left.set(at, null);
        }
        return ++at < left.size();
      }

      @Override
      public Batch batch() {
        return left.get(at);
      }

      @Override
      public void close() {
        left.clear();
      }
    };
  }

  /** Forgets the rows. */
  void clear() {
    batches.clear();
    filling.clear();
    fillingBytes = 0;
    rows = 0;
    bytes = 0;
  }

  /** Forgets the rows and gives up the arrays; takes no more rows. */
  void release() {
    clear();
    filling = Batch.of(schema);
  }

  private static final class Ordered implements BatchSource {
    private final Batch[] sources;
    private final int[] index;
    private final long outBytes;
    private final Batch out;
    private final RowBytes sizes;
    private final int[] from = new int[OUT_ROWS];
    private final int[] rows = new int[OUT_ROWS];
    private int at;

    Ordered(Schema schema, Batch[] sources, int[] index, long outBytes) {
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
