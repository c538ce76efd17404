package io.placed.write.encode;

import io.placed.encoding.EncodingOptions;
import io.placed.error.MalformedDataException;
import io.placed.format.v1.ElementMemory;
import io.placed.format.v1.Node;
import io.placed.format.v1.RowMajorWriter;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.write.derive.DerivedColumns;
import io.placed.write.options.WriteMemory;
import io.placed.write.spill.PartSpill;
import io.placed.write.spill.WaitingSizes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Collects the encoded and compressed pages of one row group, which is written as a whole. Columns
 * are encoded some at a time, and pages are spilled in between if memory is short, so that the
 * pages of a very wide table are never in memory together.
 */
public final class RowGroupEncoder {
  /** The memory is this many times what the pages of the columns encoded at a time may take. */
  private static final int MEMORY_SHARES = 8;

  private final Schema schema;
  private final List<TableCopy> copies;

  /** Chunks of every column, unless all copies are row-major. */
  private final ColumnChunks[] columns;

  /** Pages of the row-major groups of all copies. */
  private final List<RowMajorPages> rowMajor = new ArrayList<>();

  /** Per page, over all nodes; see {@link ElementMemory}. */
  private final List<Long> elementExcess = new ArrayList<>();

  private final EncodingOptions options;
  private final DerivedColumns derived;
  private final WaitingSizes sizes;
  private final StatisticsBuilder[] statistics;
  private final ColumnWorkers workers;
  private final PartSpill spill;
  private final WriteMemory memory;
  private int rows;
  private long choosingNanos;

  /**
   * @param derived the same for all row groups of a file
   * @param sizes the same for all row groups of a file
   * @param statistics per column, updated with every page
   */
  public RowGroupEncoder(
      Schema schema,
      List<TableCopy> copies,
      EncodingOptions options,
      DerivedColumns derived,
      WaitingSizes sizes,
      StatisticsBuilder[] statistics,
      ColumnWorkers workers,
      PartSpill spill,
      WriteMemory memory) {
    this.schema = schema;
    this.copies = copies;
    this.options = options;
    this.derived = derived;
    this.sizes = sizes;
    this.statistics = statistics;
    this.workers = workers;
    this.spill = spill;
    this.memory = memory;
    boolean columnar = !copies.stream().allMatch(TableCopy::rowMajor);
    this.columns = new ColumnChunks[columnar ? schema.size() : 0];
    Arrays.setAll(columns, c -> new ColumnChunks(Node.of(schema.field(c)), options));
    for (TableCopy copy : copies) {
      if (copy.rowMajor()) {
        copy.groups().forEach(g -> rowMajor.add(new RowMajorPages(g)));
      }
    }
  }

  /** The pages of a row-major group. */
  private static final class RowMajorPages {
    final int[] columns;
    final List<CompressedPart> pages = new ArrayList<>();
    long storedBytes;

    RowMajorPages(int[] columns) {
      this.columns = columns;
    }
  }

  public int rows() {
    return rows;
  }

  /** Time spent on choosing encodings, once finished. */
  public long choosingNanos() {
    return choosingNanos;
  }

  private void addColumn(int c, Batch batch, int from, int count, ColumnWorker worker) {
    if (derived.of(c) == null) {
      columns[c].addPage(batch.column(c), from, count, worker);
    } else {
      List<Column> parents = derived.parents(c, batch);
      columns[c].addDerivedPage(batch.column(c), from, count, derived.of(c), parents, worker);
    }
    if (!sizes.isKnown(c) && columns[c].expectedBytes() > 0) {
      // This page, encoded as if it were the whole chunk, shows the effect of compression.
      ColumnChunks trial = new ColumnChunks(Node.of(schema.field(c)), options);
      trial.addPage(batch.column(c), from, count, worker);
      trial.finish(worker);
      trial.report(c, sizes);
    }
  }

  void addPage(Batch batch, int from, int count) throws IOException {
    if (rows == 0) {
      derived.lookAt(batch, from, count);
    }
    // The parents of derived columns are read by several threads; and the memory is that of
    // strings.
    batch.prepareReads();
    int atOnce = columnsAtOnce(batch.memoryBytes());
    for (int c = 0; c < columns.length; c += atOnce) {
      int end = Math.min(columns.length, c + atOnce);
      int[] order = largestFirst(batch, c, end);
      int first = c;
      workers.forEach(
          c, end, (k, worker) -> addColumn(order[k - first], batch, from, count, worker));
      memory.spillAsNeeded();
    }
    for (RowMajorPages group : rowMajor) {
      List<Column> members = new ArrayList<>();
      for (int c : group.columns) {
        members.add(batch.column(c));
      }
      byte[] page = RowMajorWriter.write(members, from, count);
      for (Column member : members) {
        long bytes = ElementMemory.of(member, from, count);
        requireElementMemory(ElementMemory.excess(bytes, page.length));
      }
      String first = schema.field(group.columns[0]).name();
      CompressedPart part = CompressedPart.of(page, page.length, true, workers.own(), first);
      group.pages.add(part);
      group.storedBytes += part.storedLength();
      memory.spillAsNeeded();
    }
    workers.forEach(
        0,
        statistics.length,
        (c, worker) -> statistics[c].addPage(batch.column(c), from, count, worker.collectors()));
    rows += count;
  }

  /** The order in which threads take columns: the longest task must not be the last. */
  private int[] largestFirst(Batch batch, int from, int end) {
    IntStream columns = IntStream.range(from, end);
    return workers.threads() == 1
        ? columns.toArray()
        : columns
            .boxed()
            .sorted(Comparator.comparingLong(c -> -batch.column(c).memoryBytes()))
            .mapToInt(c -> c)
            .toArray();
  }

  /** Number of columns to encode before checking memory again. */
  private int columnsAtOnce(long pageBytes) {
    long perColumn = Math.max(1, pageBytes / Math.max(1, columns.length));
    long most = memory.limit() / MEMORY_SHARES / perColumn;
    return (int) Math.max(workers.threads(), Math.min(most, columns.length));
  }

  /** Approximate stored bytes of the first copy if the row group ended here. */
  public long expectedBytes() {
    long sum = 0;
    if (copies.get(0).rowMajor()) {
      for (int g = 0; g < copies.get(0).groups().size(); g++) {
        sum += rowMajor.get(g).storedBytes;
      }
      return sum;
    }
    for (int c = 0; c < columns.length; c++) {
      sum += expectedBytes(c);
    }
    return sum;
  }

  private long expectedBytes(int column) {
    ColumnChunks c = columns[column];
    return c.storedBytes() + (long) (c.expectedBytes() * sizes.ratio(column));
  }

  /**
   * The same of one column group of that copy, or of one of its columns.
   *
   * @param column null = the group; a row-major group is only known as a whole
   */
  long expectedBytes(int group, Integer column) {
    if (copies.get(0).rowMajor()) {
      return rowMajor.get(group).storedBytes;
    }
    if (column != null) {
      return expectedBytes((int) column);
    }
    return Arrays.stream(copies.get(0).groups().get(group)).mapToLong(this::expectedBytes).sum();
  }

  /** Heap of data that must stay in memory until the row group ends. */
  long waitingBytes() {
    long sum = 0;
    for (ColumnChunks c : columns) {
      sum += c.waitingBytes();
    }
    return sum;
  }

  /** Heap of pages that {@link #spill} would move to disk. */
  public long spillableBytes() {
    long sum = 0;
    for (ColumnChunks c : columns) {
      sum += c.spillableBytes();
    }
    for (RowMajorPages group : rowMajor) {
      for (CompressedPart p : group.pages) {
        sum += p.memoryBytes();
      }
    }
    return sum;
  }

  public void spill() throws IOException {
    for (ColumnChunks c : columns) {
      c.spill(spill);
    }
    for (RowMajorPages group : rowMajor) {
      for (CompressedPart p : group.pages) {
        p.spill(spill);
      }
    }
  }

  /**
   * Ends the row group.
   *
   * @return the chunks of the columns of each column group, over all copies
   */
  public List<CompressedSubset> finish() throws IOException {
    List<List<CompressedChunk>> chunks = finishColumns();
    List<CompressedSubset> out = new ArrayList<>();
    int next = 0;
    for (TableCopy copy : copies) {
      for (int[] group : copy.groups()) {
        List<List<CompressedChunk>> ofGroup = new ArrayList<>();
        if (copy.rowMajor()) {
          ofGroup.add(List.of(new CompressedChunk(null, rowMajor.get(next++).pages, null)));
        } else {
          for (int c : group) {
            ofGroup.add(chunks.get(c));
          }
        }
        out.add(new CompressedSubset(group, ofGroup));
      }
    }
    return out;
  }

  private List<List<CompressedChunk>> finishColumns() throws IOException {
    List<List<CompressedChunk>> chunks = new ArrayList<>(Collections.nCopies(columns.length, null));
    int atOnce = columnsAtOnce(waitingBytes());
    for (int c = 0; c < columns.length; c += atOnce) {
      int end = Math.min(columns.length, c + atOnce);
      workers.forEach(c, end, (k, worker) -> chunks.set(k, columns[k].finish(worker)));
      memory.spillAsNeeded();
    }
    for (int c = 0; c < columns.length; c++) {
      addElementExcess(Node.of(schema.field(c)), chunks.get(c));
      columns[c].report(c, sizes);
      choosingNanos += columns[c].choosingNanos();
    }
    elementExcess.forEach(RowGroupEncoder::requireElementMemory);
    return chunks;
  }

  private void addElementExcess(List<Node> nodes, List<CompressedChunk> chunks) {
    for (int n = 0; n < chunks.size(); n++) {
      for (int p = 0; p < chunks.get(n).pages().size(); p++) {
        if (elementExcess.size() == p) {
          elementExcess.add(0L);
        }
        long more = chunks.get(n).elementExcess(p, nodes.get(n).field().type());
        elementExcess.set(p, elementExcess.get(p) + more);
      }
    }
  }

  /**
   * Rejects pages that readers would reject; pages are cut so that only a single row can be too
   * large.
   */
  private static void requireElementMemory(long excess) {
    try {
      ElementMemory.check(excess);
    } catch (MalformedDataException e) {
      throw new IllegalArgumentException("a row is too large: " + e.getMessage(), e);
    }
  }
}
