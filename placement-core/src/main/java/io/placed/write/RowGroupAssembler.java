package io.placed.write;

import io.placed.format.v1.ElementMemory;
import io.placed.format.v1.FormatV1;
import io.placed.placement.partition.RowGroupCutter;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.io.IOException;

/**
 * Cuts a stream of rows into pages and row groups. Pages are whole vectors; only the last page of a
 * row group may be shorter, so a page cut short by anything ends its row group.
 */
final class RowGroupAssembler {
  /** Rows of all columns of one page take at most about this much memory. */
  private static final long PAGE_MEMORY_BYTES = 32L << 20;

  /** A page that needs more ends its row group, however few rows it has. */
  private static final long PAGE_MEMORY_LIMIT_BYTES = 256L << 20;

  /** A row group should have at least so many pages, or its size cannot be steered. */
  private static final int PAGES_PER_ROW_GROUP = 16;

  /** Rows that compress better than this fill a row group only if a page is let grow further. */
  private static final int EXPECTED_RATIO = 4;

  /** Half of what readers accept, so that a single row beyond it still fits. */
  private static final long ELEMENT_LIMIT_BYTES = FormatV1.MAX_ELEMENT_BYTES / 2;

  /** What the assembler does not know: how row groups are encoded and written. */
  interface Sink {
    /**
     * @param trial whether the result is only measured
     */
    RowGroupEncoder begin(boolean trial);

    /** Bytes that a trial would take on disk. */
    long packedBytes(RowGroupEncoder trial) throws IOException;

    /** Writes a row group; returns its bytes on disk. */
    long end(RowGroupEncoder encoder, int pageRows) throws IOException;
  }

  private final WriteOptions options;
  private final Sink sink;
  private final RowGroupCutter cutter;
  private final Batch buffer;
  private final int stride;
  private final long pageMemory;
  private final long pageMemoryLimit;
  private RowGroupEncoder encoder;
  private int pageRows;
  private int rowsUntilCut = RowGroupCutter.UNKNOWN;

  /** Stored bytes per estimated byte: what compression makes of the encoded pages. */
  private double packing;

  RowGroupAssembler(Schema schema, WriteOptions options, Sink sink) {
    this.options = options;
    this.sink = sink;
    this.cutter = RowGroupCutter.of(options.placement());
    this.buffer = Batch.of(schema);
    this.stride = options.placement().columnGroups().stride();
    double aim = cutter.aimBytes();
    this.pageMemory =
        (long) Math.min(PAGE_MEMORY_BYTES, aim * EXPECTED_RATIO / PAGES_PER_ROW_GROUP);
    this.pageMemoryLimit = (long) Math.min(PAGE_MEMORY_LIMIT_BYTES, aim * EXPECTED_RATIO);
  }

  void add(Batch batch) throws IOException {
    int at = 0;
    while (at < batch.rows()) {
      if (encoder == null) {
        beginRowGroup(batch);
      }
      int wanted = Math.min(pageRows, rowsUntilCut) - buffer.rows();
      int take = Math.min(wanted, batch.rows() - at);
      if (buffer.rows() == 0
          && take == wanted
          && batch.memoryBytes() < pageMemoryLimit
          && elementBytes(batch, at, take) < ELEMENT_LIMIT_BYTES) {
        addPage(batch, at, take);
      } else {
        take = fitting(batch, at, take);
        buffer.appendRange(batch, at, take);
        if (take == wanted
            || buffer.memoryBytes() >= pageMemoryLimit
            || elementBytes(buffer, 0, buffer.rows()) >= ELEMENT_LIMIT_BYTES) {
          addPage(buffer, 0, buffer.rows());
          buffer.clear();
        }
      }
      at += take;
    }
  }

  void finish() throws IOException {
    if (buffer.rows() > 0) {
      addPage(buffer, 0, buffer.rows());
      buffer.clear();
    }
    endRowGroup();
  }

  /** Rows of the batch that may be copied without passing the limit by more than one row. */
  private int fitting(Batch batch, int from, int rows) {
    long perRow = Math.max(1, batch.memoryBytes() / Math.max(1, batch.rows()));
    long room = Math.max(0, pageMemoryLimit - buffer.memoryBytes());
    int take = (int) Math.max(1, Math.min(rows, room / perRow));
    long elementRoom = ELEMENT_LIMIT_BYTES - elementBytes(buffer, 0, buffer.rows());
    while (take > 1 && elementBytes(batch, from, take) > elementRoom) {
      take /= 2;
    }
    return take;
  }

  private static long elementBytes(Batch batch, int from, int count) {
    long sum = 0;
    for (Column c : batch.columns()) {
      sum += c.type().isNested() ? ElementMemory.of(c, from, count) : 0;
    }
    return sum;
  }

  private void beginRowGroup(Batch first) {
    encoder = sink.begin(false);
    if (stride >= FormatV1.VECTOR_ROWS) {
      pageRows = stride;
    } else {
      long perRow = Math.max(1, first.memoryBytes() / Math.max(1, first.rows()));
      long rows = Math.min(options.pageRows(), pageMemory / perRow);
      pageRows = (int) Math.max(1, rows / FormatV1.VECTOR_ROWS) * FormatV1.VECTOR_ROWS;
    }
    rowsUntilCut = cutter.rowsUntilCut(0, 0);
  }

  private void addPage(Batch rows, int from, int count) throws IOException {
    if (packing == 0 && Double.isFinite(cutter.aimBytes()) && count == pageRows) {
      packing = measurePacking(rows, from, count);
    }
    encoder.addPage(rows, from, count);
    double factor = packing == 0 ? 1 : packing;
    rowsUntilCut = cutter.rowsUntilCut(encoder.rows(), (long) (encoder.estimatedBytes() * factor));
    if (count < pageRows || rowsUntilCut <= 0) {
      endRowGroup();
    }
  }

  /** The first full page, encoded and compressed by itself, tells what compression will do. */
  private double measurePacking(Batch rows, int from, int count) throws IOException {
    RowGroupEncoder trial = sink.begin(true);
    trial.addPage(rows, from, count);
    double estimated = trial.estimatedBytes();
    return estimated <= 0 ? 1 : sink.packedBytes(trial) / estimated;
  }

  private void endRowGroup() throws IOException {
    if (encoder != null && encoder.rows() > 0) {
      double estimated = Math.max(1, encoder.estimatedBytes());
      packing = sink.end(encoder, pageRows) / estimated;
    }
    encoder = null;
  }
}
