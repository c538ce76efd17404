package io.placed.write;

import io.placed.encoding.EncodingOptions;
import io.placed.format.v1.RowGroupEntry;
import io.placed.format.v1.SiblingEntry;
import io.placed.format.v1.StatisticsCodec;
import io.placed.io.FileStore;
import io.placed.placement.Placement;
import io.placed.placement.Reordering;
import io.placed.placement.pack.BlockPacker;
import io.placed.placement.reorder.Reorderer;
import io.placed.placement.reorder.Reorderers;
import io.placed.placement.reorder.SortMemory;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import io.placed.vector.Batch;
import io.placed.write.derive.DerivedColumns;
import io.placed.write.encode.BatchCheck;
import io.placed.write.encode.ColumnWorkers;
import io.placed.write.encode.CompressedSubset;
import io.placed.write.encode.CompressionTrial;
import io.placed.write.encode.RowGroupAssembler;
import io.placed.write.encode.RowGroupEncoder;
import io.placed.write.encode.StatisticsBuilder;
import io.placed.write.encode.TableCopy;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import io.placed.write.pack.FooterWriter;
import io.placed.write.pack.OutputFiles;
import io.placed.write.pack.PartWriter;
import io.placed.write.pack.ReplacedFile;
import io.placed.write.pack.SubsetWriter;
import io.placed.write.spill.PartSpill;
import io.placed.write.spill.WaitingSizes;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Writes one file: rows pass through the reordering, row groups, column groups and packing of a
 * {@link Placement}. The file does not exist under its name before {@link #finish}. Not
 * thread-safe.
 *
 * <p>Memory: some hundred bytes per column and row group, one page of rows, and encoded pages up to
 * {@link WriteOptions#writeMemory}, beyond which they are spilled to disk until their row group is
 * complete; a sort takes {@link WriteOptions#sortMemory} more.
 */
public final class FileWriter implements Closeable {
  /** Snapshots contain the summaries of all files, so those of very wide files are limited. */
  private static final int MAX_SUMMARY_COLUMNS = 1000;

  private final String path;
  private final Schema schema;
  private final FileStore store;
  private final boolean overwrite;
  private final WriteOptions options;
  private final OutputFiles files;
  private final SubsetWriter subsets;
  private final UUID fileId;
  private final ColumnWorkers workers;
  private final PartSpill spill;
  private final WriteMemory memory;
  private final WriteMemory.Holder holder = new Held();
  private final BlockPacker packer;
  private final FooterWriter footer;
  private final BatchCheck check;
  private final CompressionTrial trial;
  private final EncodingOptions encoding;
  private final List<TableCopy> copies;
  private final StatisticsBuilder[] statistics;
  private final DerivedColumns derived;
  private final WaitingSizes sizes;
  private final RowGroupAssembler assembler;
  private final Reorderer reorderer;
  private long choosingNanos;

  /** Bytes of the complete row groups of the first copy. */
  private long rowGroupBytes;

  private boolean done;
  private boolean failed;

  private FileWriter(
      FileStore store,
      String path,
      Schema given,
      WriteOptions options,
      boolean overwrite,
      WriteMemory memory,
      UUID fileId,
      Reordering reordering)
      throws IOException {
    Schema schema = given.storable();
    Placement placement = options.placement().requireWritable().requireFits(schema);
    this.check = new BatchCheck(path, schema);
    check.requireReadableTypes();
    this.store = store;
    this.path = path;
    this.overwrite = overwrite;
    this.schema = schema;
    this.options = options;
    this.memory = memory;
    this.fileId = fileId;
    this.copies = TableCopy.of(placement, schema);
    this.trial = CompressionTrial.of(options.compression());
    this.encoding = EncodingOptions.of(options.profile(), trial.compressor());
    this.statistics = new StatisticsBuilder[schema.size()];
    Arrays.setAll(statistics, c -> new StatisticsBuilder(schema.field(c)));
    boolean rowMajor = copies.stream().anyMatch(TableCopy::rowMajor);
    this.derived = new DerivedColumns(schema, encoding, rowMajor);
    this.sizes = new WaitingSizes(schema.size());
    this.footer = new FooterWriter(schema, placement, copies, statistics);
    this.packer =
        BlockPacker.of(placement, copies.stream().mapToInt(c -> c.groups().size()).toArray());
    this.assembler = new RowGroupAssembler(schema, options, copies, memory, rowGroupSink());
    this.reorderer =
        Reorderers.create(
            reordering,
            schema,
            new SortMemory(options.sortMemory(), memory.task()),
            new SpillFiles(options.temporaryDirectory()));
    this.spill = new PartSpill(options.temporaryDirectory());
    // It owns native memory, so nothing between here and the try may fail.
    this.workers = new ColumnWorkers(options.compression(), options.writeThreads());
    try {
      this.files = new OutputFiles(store, path, fileId, packer, overwrite);
    } catch (IOException | RuntimeException e) {
      workers.close();
      reorderer.close();
      throw e;
    }
    this.subsets = new SubsetWriter(files, packer, footer, copies);
    memory.join(holder);
  }

  /**
   * Creates a file, which must not exist.
   *
   * @throws IllegalArgumentException if the placement does not fit the schema or cannot be written
   */
  public static FileWriter create(FileStore store, String path, Schema schema, WriteOptions options)
      throws IOException {
    return create(store, path, schema, options, WriteMemory.of(options));
  }

  /**
   * Creates one of several files that the same thread writes; it must not exist.
   *
   * @param memory shared by all writers of the thread
   */
  public static FileWriter create(
      FileStore store, String path, Schema schema, WriteOptions options, WriteMemory memory)
      throws IOException {
    return new FileWriter(
        store,
        path,
        schema,
        options,
        false,
        memory,
        store.machine().newId(),
        options.placement().reorder());
  }

  /** With a given file id, so that equal input gives equal bytes. */
  static FileWriter create(
      FileStore store,
      String path,
      Schema schema,
      WriteOptions options,
      WriteMemory memory,
      UUID fileId)
      throws IOException {
    return new FileWriter(
        store, path, schema, options, false, memory, fileId, options.placement().reorder());
  }

  /** Creates a file that replaces an existing one when it is finished. */
  public static FileWriter replace(
      FileStore store, String path, Schema schema, WriteOptions options) throws IOException {
    return new FileWriter(
        store,
        path,
        schema,
        options,
        true,
        WriteMemory.of(options),
        store.machine().newId(),
        options.placement().reorder());
  }

  /** Creates a file, which must not exist, whose rows come in the order of the placement. */
  static FileWriter ordered(
      FileStore store, String path, Schema schema, WriteOptions options, WriteMemory memory)
      throws IOException {
    return new FileWriter(
        store, path, schema, options, false, memory, store.machine().newId(), Reordering.NONE);
  }

  /**
   * Announces the number of rows before the first, if known: a minimum number of row groups is then
   * reached without small ones at the beginning.
   */
  public void expectRows(long rows) {
    assembler.expectRows(rows);
  }

  /**
   * Adds rows; the batch may be reused afterwards. Its columns must be those of the schema, in
   * order.
   */
  public void write(Batch batch) throws IOException {
    requireOpen();
    check.requireFits(batch);
    // After a failure rows may be incomplete, so the file must not be finished.
    failed = true;
    reorderer.add(batch, assembler::add);
    failed = false;
    memory.endRowGroupsAsNeeded();
  }

  /**
   * Adds rows from one on, until a page ends. Only for rows that are not reordered here.
   *
   * @return the first row that was not added; the number of rows if all were
   */
  int writeToPage(Batch batch, int from) throws IOException {
    requireOpen();
    check.requireFits(batch);
    failed = true;
    int end = assembler.addToPage(batch, from);
    failed = false;
    memory.endRowGroupsAsNeeded();
    return end;
  }

  /**
   * Whether the file should end now to have about so many bytes: it would have as many, or the end
   * of the next row group would be farther from them than that of the last one.
   *
   * @param wholeRowGroups whether the file may end only where a row group does
   */
  boolean isFull(long bytes, boolean wholeRowGroups) {
    RowGroupEncoder current = assembler.encoder();
    int rowGroups = footer.rowGroups().size();
    if (current == null) {
      long half = rowGroups == 0 ? 0 : rowGroupBytes / rowGroups / 2;
      return rowGroups > 0 && copies.size() * (rowGroupBytes + half) >= bytes;
    }
    return !wholeRowGroups && copies.size() * (rowGroupBytes + current.expectedBytes()) >= bytes;
  }

  /** Ends the current row group, regardless of the placement. */
  void endRowGroup() throws IOException {
    assembler.finish();
  }

  /** Bytes written to storage so far, without the current row group. */
  public long bytesWritten() {
    return files.bytesWritten();
  }

  /** Time spent on choosing encodings for the row groups written so far. */
  public long choosingNanos() {
    return choosingNanos;
  }

  /** Writes the remaining rows and the footer, and makes the file visible. */
  public FileSummary finish() throws IOException {
    requireOpen();
    failed = true;
    reorderer.finish(assembler::add);
    assembler.finish();
    subsets.finish();
    List<SiblingEntry> siblings = files.endSiblings();
    writeFooter(siblings);
    ReplacedFile replaced = overwrite ? ReplacedFile.at(store, path) : null;
    files.close();
    failed = false;
    done = true;
    if (replaced != null) {
      replaced.remove();
    }
    release();
    return summary(siblings);
  }

  private void writeFooter(List<SiblingEntry> siblings) throws IOException {
    footer.derivations(derived.perColumn());
    PartWriter out = files.main();
    long start = out.position();
    PartWriter rehearsal = out.rehearsal();
    footer.write(rehearsal, options.storedMetadata(), siblings, files.blocks());
    if (packer.endStartsNewBlock(0, start, rehearsal.position() - start)) {
      out.endBlock();
    }
    footer.write(out, options.storedMetadata(), siblings, files.blocks());
  }

  private FileSummary summary(List<SiblingEntry> siblings) {
    Map<String, ColumnStatistics> byColumn = new LinkedHashMap<>();
    for (int c = 0; c < schema.size() && byColumn.size() < MAX_SUMMARY_COLUMNS; c++) {
      Field f = schema.field(c);
      if (!f.type().isNested()) {
        byColumn.put(f.name(), StatisticsCodec.truncated(statistics[c].ofFile()));
      }
    }
    List<RowGroupSummary> rowGroups =
        footer.rowGroups().stream()
            .map(g -> new RowGroupSummary(g.rows(), g.offset(), g.length()))
            .toList();
    long rows = rowGroups.stream().mapToLong(RowGroupSummary::rows).sum();
    List<SiblingSummary> beside =
        siblings.stream().map(s -> new SiblingSummary(s.name(), s.length())).toList();
    long length = files.main().position();
    return new FileSummary(path, length, rows, fileId, schema, rowGroups, beside, byColumn);
  }

  /** Removes the file and its siblings. */
  public void abort() throws IOException {
    if (!done) {
      done = true;
      try {
        files.abort();
      } finally {
        release();
      }
    }
  }

  /** Aborts unless {@link #finish} was called. */
  @Override
  public void close() throws IOException {
    abort();
  }

  private void release() throws IOException {
    memory.leave(holder);
    workers.close();
    trial.close();
    try {
      spill.close();
    } finally {
      reorderer.close();
    }
  }

  /** This writer as a holder of shared memory. */
  private final class Held implements WriteMemory.Holder {
    @Override
    public long spillable() {
      RowGroupEncoder encoder = assembler.encoder();
      return encoder == null ? 0 : encoder.spillableBytes();
    }

    @Override
    public void spill() throws IOException {
      boolean before = failed;
      failed = true;
      assembler.encoder().spill();
      failed = before;
    }

    @Override
    public long pending() {
      return assembler.pendingBytes();
    }

    @Override
    public void endRowGroup() throws IOException {
      if (!failed) {
        failed = true;
        assembler.finish();
        failed = false;
      }
    }
  }

  private RowGroupAssembler.Sink rowGroupSink() {
    return new RowGroupAssembler.Sink() {
      @Override
      public RowGroupEncoder begin() {
        return new RowGroupEncoder(
            schema, copies, encoding, derived, sizes, statistics, workers, spill, memory);
      }

      @Override
      public void end(RowGroupEncoder encoder, int pageRows) throws IOException {
        writeRowGroup(encoder, pageRows);
      }
    };
  }

  private void writeRowGroup(RowGroupEncoder encoder, int pageRows) throws IOException {
    List<CompressedSubset> compressed = encoder.finish();
    choosingNanos += encoder.choosingNanos();
    int groups = copies.get(0).groups().size();
    long bytes = compressed.stream().limit(groups).mapToLong(CompressedSubset::storedLength).sum();
    rowGroupBytes += bytes;
    int rowGroup = footer.rowGroups().size();
    long offset = packer.siblingsOnly() ? 0 : files.main().position();
    if (subsets.waits()) {
      encoder.spill();
    }
    subsets.write(rowGroup, compressed);
    for (StatisticsBuilder s : statistics) {
      s.endRowGroup();
    }
    footer.endRowGroup(new RowGroupEntry(encoder.rows(), pageRows, offset, bytes));
    if (!subsets.waits()) {
      spill.clear();
    }
  }

  private void requireOpen() {
    if (done) {
      throw new IllegalStateException(path + ": the writer is already finished or aborted");
    }
    if (failed) {
      throw new IllegalStateException(path + ": a write failed, so the writer can only be aborted");
    }
  }
}
