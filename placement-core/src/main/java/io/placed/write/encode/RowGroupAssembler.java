package io.placed.write.encode;

import io.placed.format.v1.ElementMemory;
import io.placed.format.v1.FormatV1;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;
import io.placed.placement.partition.RowGroupCutter;
import io.placed.placement.reorder.RowBytes;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.List;

/**
 * Cuts a stream of rows into pages and row groups. Pages are whole vectors; only the last page of a
 * row group may be shorter, so a short page always ends its row group.
 */
public final class RowGroupAssembler {
  /** Approximate limit of the memory of one page over all columns. */
  private static final long PAGE_MEMORY_BYTES = 32L << 20;

  /**
   * A page that needs more memory ends its row group, even with few rows. {@link WriteMemory} may
   * lower the limit.
   */
  private static final long PAGE_MEMORY_LIMIT_BYTES = 256L << 20;

  /**
   * Encoding takes several times the memory of what is encoded at once: a column, or a row-major
   * page. One that needs more than this share of the heap ends its row group, too, unless pages are
   * meant to be as large.
   */
  private static final int HEAP_SHARE = 16;

  /** Heap of a number, or of the place of a value that has no fixed size. */
  private static final int FIXED_BYTES = 8;

  /** Least pages of a row group, so that its size can be controlled. */
  private static final int PAGES_PER_ROW_GROUP = 16;

  /** Rows that compress better than this need larger pages to fill a row group. */
  private static final int EXPECTED_RATIO = 4;

  /** Half of the limit of readers, so that one more row still fits. */
  private static final long ELEMENT_LIMIT_BYTES = FormatV1.MAX_ELEMENT_BYTES / 2;

  /** Encodes and writes row groups. */
  public interface Sink {
    RowGroupEncoder begin();

    /** Writes a row group. */
    void end(RowGroupEncoder encoder, int pageRows) throws IOException;
  }

  private final WriteOptions options;
  private final Sink sink;
  private final RowGroupCutter cutter;
  private final Schema schema;

  /** Rows of a page that is not complete. */
  private Batch buffer;

  /** Row-major pages spell out values that a column in memory has only once. */
  private final boolean rowMajor;

  /** Bytes of the rows of the buffer, spelled out; 0 without a row-major copy. */
  private long bufferSpelled;

  private final int stride;
  private final EfficientColumn efficient;
  private final long heap;
  private final WriteMemory memory;

  /** Limit of the memory of the rows of a page. */
  private long pageMemoryLimit;

  /** Limit of what is encoded at once. */
  private long partMemoryLimit;

  private RowGroupEncoder encoder;
  private int pageRows;
  private int rowsUntilCut = RowGroupCutter.UNKNOWN;

  /** Whether the cutter knows from a page what rows take. */
  private boolean measured;

  /** As of the last page or batch. */
  private long pendingBytes;

  public RowGroupAssembler(
      Schema schema, WriteOptions options, List<TableCopy> copies, WriteMemory memory, Sink sink) {
    this(schema, options, copies, memory, sink, Runtime.getRuntime().maxMemory());
  }

  /**
   * @param heap bytes of the largest heap
   */
  RowGroupAssembler(
      Schema schema,
      WriteOptions options,
      List<TableCopy> copies,
      WriteMemory memory,
      Sink sink,
      long heap) {
    this.heap = heap;
    this.memory = memory;
    this.options = options;
    this.sink = sink;
    this.cutter = RowGroupCutter.of(options.placement());
    this.schema = schema;
    this.buffer = Batch.of(schema);
    this.rowMajor = copies.stream().anyMatch(TableCopy::rowMajor);
    this.stride = options.placement().pageRows();
    this.efficient = EfficientColumn.of(options.placement(), schema, copies.get(0).groups());
  }

  /** Memory limit of the rows of one page. */
  private double pageMemory() {
    double aim = cutter.aimBytes();
    if (efficient != null) {
      aim = ofNarrowest(aim, cutter.aimColumnBytes(), buffer.columns().size());
    }
    return pageMemory(aim);
  }

  private static double pageMemory(double rowGroupBytes) {
    return Math.min(PAGE_MEMORY_BYTES, rowGroupBytes * EXPECTED_RATIO / PAGES_PER_ROW_GROUP);
  }

  private static int pageRows(int most, double memory, long perRow) {
    long rows = (long) Math.min(most, memory / perRow);
    return (int) Math.max(1, rows / FormatV1.VECTOR_ROWS) * FormatV1.VECTOR_ROWS;
  }

  /**
   * Rows of the pages of a file, expected before it is written: of full row groups, even if a
   * minimum number makes the first ones smaller.
   *
   * @param columns of the file
   * @param rowBytes heap of a row
   */
  public static int expectedPageRows(WriteOptions options, int columns, long rowBytes) {
    Placement placement = options.placement();
    int stride = placement.pageRows();
    if (stride > 0) {
      return stride;
    }
    double aim = RowGroupCutter.largestBytes(placement);
    if (placement.rowGroups() instanceof RowGroups.Efficient e) {
      aim = ofNarrowest(aim, e.columnBytes(), columns);
    }
    return pageRows(options.pageRows(), pageMemory(aim), Math.max(1, rowBytes));
  }

  /** As if all columns were as wide as the narrowest, which underestimates the rest. */
  private static double ofNarrowest(double aim, double columnBytes, int columns) {
    return Math.min(aim, columnBytes * columns);
  }

  /** See {@link RowGroupCutter#expectRows}. */
  public void expectRows(long rows) {
    cutter.expectRows(rows);
  }

  /** The current row group, or null. */
  public RowGroupEncoder encoder() {
    return encoder;
  }

  /** Heap of rows and pages that can be written only when the row group ends. */
  public long pendingBytes() {
    return pendingBytes;
  }

  public void add(Batch batch) throws IOException {
    for (int at = 0; at < batch.rows(); ) {
      at = addToPage(batch, at);
    }
  }

  /**
   * Adds rows from one on, until a page ends.
   *
   * @return the first row that was not added; the number of rows if all were
   */
  public int addToPage(Batch batch, int from) throws IOException {
    int at = from;
    boolean ended = false;
    while (at < batch.rows() && !ended) {
      if (encoder == null) {
        beginRowGroup(batch);
      }
      int wanted = Math.min(pageRows, rowsUntilCut) - buffer.rows();
      int take = Math.min(wanted, batch.rows() - at);
      if (buffer.rows() == 0
          && take == wanted
          && room(batch, spelledBytes(batch, at, take)) > 0
          && elementBytes(batch, at, take) < ELEMENT_LIMIT_BYTES) {
        addPage(batch, at, take);
        ended = true;
      } else {
        take = fitting(batch, at, take);
        if (buffer.rows() == 0) {
          reserve(batch, wanted);
        }
        buffer.appendRange(batch, at, take);
        bufferSpelled += spelledBytes(batch, at, take);
        if (take == wanted
            || take == 0
            || room(buffer, bufferSpelled) <= 0
            || elementBytes(buffer, 0, buffer.rows()) >= ELEMENT_LIMIT_BYTES) {
          addPage(buffer, 0, buffer.rows());
          clearBuffer();
          ended = true;
        }
      }
      at += take;
    }
    pendingBytes = buffer.memoryBytes() + (encoder == null ? 0 : encoder.waitingBytes());
    return at;
  }

  /** Of several writers, only those that have rows take memory for a page. */
  private void clearBuffer() {
    bufferSpelled = 0;
    if (memory.isShared()) {
      buffer = Batch.of(schema);
    } else {
      buffer.clear();
    }
  }

  /**
   * Allocates a page at once: growing by doubling would take up to twice the memory. The pages of
   * several writers may never get full.
   */
  private void reserve(Batch like, int pageRows) {
    long perRow = Math.max(1, like.memoryBytes() / Math.max(1, like.rows()));
    long bytes = Math.min(pageMemoryLimit, memory.pendingShare());
    int rows = (int) Math.min(pageRows, bytes / perRow + 1);
    for (Column c : buffer.columns()) {
      if (!c.type().isNested()) {
        c.ensureCapacity(rows);
      }
    }
  }

  public void finish() throws IOException {
    if (buffer.rows() > 0) {
      addPage(buffer, 0, buffer.rows());
      clearBuffer();
    }
    endRowGroup();
    pendingBytes = 0;
  }

  /**
   * Rows of the batch that may be copied without exceeding the limit. None if the next one alone
   * exceeds what the rows before it leave; it is taken if there are none.
   */
  private int fitting(Batch batch, int from, int rows) {
    long bytes = batch.memoryBytes();
    long perRow = Math.max(1, bytes / Math.max(1, batch.rows()));
    long room = room(buffer, bufferSpelled);
    int take = (int) Math.max(1, Math.min(rows, room / perRow));
    long elementRoom = ELEMENT_LIMIT_BYTES - elementBytes(buffer, 0, buffer.rows());
    // A single row may have most of the bytes.
    boolean counts = rowMajor || bytes > room;
    while (take > 1
        && (elementBytes(batch, from, take) > elementRoom
            || counts && RowBytes.of(batch, from, take) > room)) {
      take /= 2;
    }
    boolean tooLarge = counts && take == 1 && RowBytes.of(batch, from, 1) > room;
    return tooLarge && buffer.rows() > 0 ? 0 : take;
  }

  /**
   * Bytes that may be added to the rows of a page; 0 or less if they fill it.
   *
   * @param spelled their bytes, spelled out; 0 without a row-major copy
   */
  private long room(Batch rows, long spelled) {
    long bytes = rows.memoryBytes();
    // A wide table has no column that large.
    long largest = bytes < partMemoryLimit / 2 ? bytes : largestColumn(rows);
    return Math.min(
        pageMemoryLimit - Math.max(bytes, spelled), partMemoryLimit - Math.max(largest, spelled));
  }

  private static long largestColumn(Batch rows) {
    long largest = 0;
    for (Column c : rows.columns()) {
      largest = Math.max(largest, c.memoryBytes());
    }
    return largest;
  }

  private long spelledBytes(Batch batch, int from, int count) {
    return rowMajor ? RowBytes.of(batch, from, count) : 0;
  }

  private static long elementBytes(Batch batch, int from, int count) {
    long sum = 0;
    for (Column c : batch.columns()) {
      sum += c.type().isNested() ? ElementMemory.of(c, from, count) : 0;
    }
    return sum;
  }

  private void beginRowGroup(Batch first) {
    encoder = sink.begin();
    rowsUntilCut = cutter.rowsUntilCut(0, 0);
    double aim = cutter.aimBytes();
    pageMemoryLimit =
        (long)
            Math.min(
                Math.min(PAGE_MEMORY_LIMIT_BYTES, memory.pendingLimit()), aim * EXPECTED_RATIO);
    partMemoryLimit = (long) Math.max(heap / HEAP_SHARE, 2 * pageMemory(aim));
    long bytes = Math.max(first.memoryBytes(), spelledBytes(first, 0, first.rows()));
    long perRow = Math.max(1, bytes / Math.max(1, first.rows()));
    pageRows =
        stride >= FormatV1.VECTOR_ROWS
            ? stride
            : pageRows(options.pageRows(), pageMemory(), perRow);
    double stored = storedBytes(perRow);
    if (!measured && stored * FormatV1.VECTOR_ROWS > aim) {
      rowsUntilCut = (int) Math.min(rowsUntilCut, Math.max(1, aim / stored));
    }
  }

  /** Bytes of a row that are expected to be stored at most: large values may not compress. */
  private double storedBytes(long perRow) {
    long fixed = Math.min(perRow, (long) FIXED_BYTES * schema.size());
    return perRow - fixed * (1 - 1.0 / EXPECTED_RATIO);
  }

  private void addPage(Batch rows, int from, int count) throws IOException {
    encoder.addPage(rows, from, count);
    measured = true;
    rowsUntilCut =
        cutter.rowsUntilCut(
            encoder.rows(),
            encoder.expectedBytes(),
            efficient == null ? 0 : efficient.bytes(encoder));
    long waiting = encoder.waitingBytes();
    pendingBytes = waiting + buffer.memoryBytes();
    if (count < pageRows || rowsUntilCut <= 0 || waiting > memory.limit()) {
      endRowGroup();
    }
  }

  private void endRowGroup() throws IOException {
    if (encoder != null && encoder.rows() > 0) {
      sink.end(encoder, pageRows);
    }
    encoder = null;
  }
}
