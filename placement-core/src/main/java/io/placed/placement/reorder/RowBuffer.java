package io.placed.placement.reorder;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.TaskMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows in memory, in many batches of moderate size.
 *
 * <p>Rows are collected in one batch whose arrays grow by doubling and are reused; full batches are
 * copied to arrays of exact length. Therefore no row is held twice, and no array is as large as
 * half a region of the garbage collector, which would waste the rest of the region.
 */
final class RowBuffer {
  /** What limits a buffer. */
  enum Bound {
    /**
     * Bytes of the rows themselves: the limit does not depend on the machine or on array
     * capacities.
     */
    ROWS,
    /** Heap bytes, including unused array elements. */
    HEAP
  }

  /** A batch is full before it exceeds this size, unless it has only one row. */
  private static final long MAX_BATCH_BYTES = 4 << 20;

  private static final long MIN_BATCH_BYTES = 64 << 10;

  /** Arrays of eight bytes per row have 128 KiB; regions of G1 have at least 1 MiB. */
  private static final int MAX_BATCH_ROWS = 16 << 10;

  /** Rows copied at a time. */
  private static final int SLICE_ROWS = 1024;

  /** Keeps the number of rows of a buffer in the range of an int. */
  private static final int MAX_ROWS = 1 << 30;

  /** Rows of an output batch: four vectors. */
  static final int OUT_ROWS = 4096;

  private final Schema schema;
  private final Bound bound;
  private final long limitBytes;
  private final int maxRows;
  private final long overheadPerRow;
  private final long batchBytes;

  /** Maximum memory of the batch being filled. */
  private final long reserve;

  private TaskMemory.Share share = TaskMemory.UNLIMITED.share(0, null);
  private long uncountedPerRow;
  private final List<Batch> batches = new ArrayList<>();
  private Batch filling;
  private int rows;
  private long bytes;
  private long fillingBytes;

  /**
   * @param limitBytes size at which the buffer is full
   * @param overheadPerRow bytes per row besides its values
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
    // For the batch being filled: twice its contents, plus the copy when it is moved.
    reserve = Math.min(limitBytes / 4, 3 * batchBytes);
    this.limitBytes = bound == Bound.ROWS ? limitBytes : limitBytes - reserve;
    filling = Batch.of(schema);
  }

  /**
   * The buffer is full, too, if its memory is not granted.
   *
   * @param perRow bytes per row besides those that the limit of the buffer counts
   */
  RowBuffer within(TaskMemory.Share memory, long perRow) {
    share = memory;
    uncountedPerRow = perRow;
    return this;
  }

  private boolean isGranted(long addedBytes, int addedRows) throws IOException {
    long counted = bytes + addedBytes + (rows + addedRows) * uncountedPerRow;
    // A buffer of little memory has less in the batch being filled, too.
    long needed = counted + Math.min(reserve, counted / 3);
    return share.hold(needed) >= needed;
  }

  int rows() {
    return rows;
  }

  /** Empties a full buffer: no rows may be left in it. */
  interface Emptying {
    void empty() throws IOException;
  }

  /** Adds all rows. Whenever the buffer is full and rows remain, it is emptied first. */
  void addAll(Batch source, Emptying emptying) throws IOException {
    int at = 0;
    while (at < source.rows()) {
      at += add(source, at);
      if (at < source.rows()) {
        int full = rows;
        emptying.empty();
        // A buffer that stays full takes no row, and this loop would never end.
        if (rows > 0) {
          throw new IllegalStateException(
              "a full buffer of "
                  + full
                  + " rows has "
                  + rows
                  + " after it was emptied, expected 0");
        }
      }
    }
  }

  /**
   * Adds rows, starting with row {@code from}, until all are added or the buffer is full; returns
   * their number.
   */
  int add(Batch source, int from) throws IOException {
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
      long added = size + overheadPerRow * n;
      boolean fits = bytes + added <= limitBytes && isGranted(added, n);
      if ((rows > 0 && (!fits || rows > maxRows - n)) || !roomFor(n, size)) {
        break;
      }
      filling.appendRange(source, at, n);
      fillingBytes += size;
      bytes += added;
      rows += n;
      at += n;
    }
    return at - from;
  }

  /** Makes room for {@code n} further rows; false if there are too many batches. */
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

  /** The rows in order of arrival, for sorting. */
  Batch[] batches() {
    moveFilling();
    return batches.toArray(new Batch[0]);
  }

  /**
   * The rows in a given order.
   *
   * @param index rows encoded as in {@link IndexSort}
   * @param outBytes an output batch ends before it exceeds this size, unless it has only one row
   */
  BatchSource inOrder(Batch[] sources, int[] index, long outBytes) {
    return new Ordered(schema, sources, index, outBytes);
  }

  /**
   * The rows in order of arrival. The buffer releases each batch, and its memory, when the next one
   * is requested.
   */
  BatchSource drain() {
    moveFilling();
    List<Batch> left = new ArrayList<>(batches);
    empty();
    return new BatchSource() {
      private int at = -1;
      private long held = left.stream().mapToLong(Footprint::of).sum();

      @Override
      public boolean next() {
        if (at >= 0) {
          held -= Footprint.of(left.get(at));
          left.set(at, null);
          share.keep(held + Footprint.of(filling));
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
        share.keep(Footprint.of(filling));
      }
    };
  }

  /** Removes the rows and keeps the memory of the batch being filled. */
  void clear() {
    empty();
    share.keep(Footprint.of(filling));
  }

  private void empty() {
    batches.clear();
    filling.clear();
    fillingBytes = 0;
    rows = 0;
    bytes = 0;
  }

  /** Removes the rows and releases the memory; no rows can be added afterwards. */
  void release() {
    clear();
    filling = Batch.of(schema);
    share.keep(0);
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
