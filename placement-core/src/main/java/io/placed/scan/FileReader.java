package io.placed.scan;

import io.placed.encoding.derived.Derivation;
import io.placed.error.CorruptFileException;
import io.placed.format.v1.RowGroupEntry;
import io.placed.io.CountingInput;
import io.placed.io.InputFile;
import io.placed.io.IoCounters;
import io.placed.io.RandomInput;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.scan.fetch.Devices;
import io.placed.scan.fetch.FileSet;
import io.placed.scan.fetch.PageCache;
import io.placed.scan.footer.FileFooter;
import io.placed.scan.footer.FileStatistics;
import io.placed.scan.footer.StoredColumn;
import io.placed.scan.plan.ReadPlan;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.statistics.ColumnStatistics;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * An open Placed file. Opening reads only its end; everything else is read lazily. Not thread-safe:
 * open one per thread.
 */
public final class FileReader implements Closeable {
  private final String path;
  private final long length;
  private final IoCounters counters;
  private final RandomInput input;
  private final FileFooter footer;
  private final FileStatistics statistics;
  private final FileSet files;

  private FileReader(InputFile file, IoCounters counters, Device device) throws IOException {
    this.path = file.path();
    this.length = file.length();
    this.counters = counters;
    UnaryOperator<RandomInput> counting = in -> new CountingInput(in, counters);
    this.input = counting.apply(file.open());
    try {
      this.footer = new FileFooter(path, input, length, counters);
      requireId(file.fileId());
    } catch (IOException | RuntimeException e) {
      input.close();
      throw e;
    }
    this.statistics = new FileStatistics(footer);
    this.files =
        new FileSet(file, device, input, length, footer.tail().fileId(), footer.root(), counting);
  }

  /** Its checksums verify in another file's place, too: they only know the id in its header. */
  private void requireId(String expectedOrNull) throws CorruptFileException {
    if (expectedOrNull != null && !expectedOrNull.equals(fileId().toString())) {
      throw new CorruptFileException(
          path,
          0,
          "the file has the id "
              + fileId()
              + ", expected "
              + expectedOrNull
              + ": another file is in its place");
    }
  }

  /**
   * Opens a file; its siblings are opened lazily.
   *
   * @param counters count the bytes needed and read
   * @throws java.io.FileNotFoundException if it does not exist
   * @throws io.placed.error.NotPlacedFileException if it is of another format or truncated
   * @throws io.placed.error.CorruptFileException if it is damaged
   */
  public static FileReader open(InputFile file, IoCounters counters) throws IOException {
    return open(file, counters, Devices.of(file));
  }

  /**
   * The same for reads that are planned as of a device, whatever the file lies on.
   *
   * @param device whose cost decides which gaps are read, and how much at once
   */
  public static FileReader open(InputFile file, IoCounters counters, Device device)
      throws IOException {
    return new FileReader(file, counters, device);
  }

  public String path() {
    return path;
  }

  /** Length of the file in bytes. */
  public long length() {
    return length;
  }

  public Schema schema() throws IOException {
    return footer.schema();
  }

  /**
   * Some of the columns, in the given order. Reads the metadata of these columns only, for very
   * wide files.
   *
   * @throws IllegalArgumentException if a column does not exist
   */
  public Schema schema(List<String> columns) throws IOException {
    return footer.schema(columns);
  }

  /**
   * A top-level column as stored; null if it does not exist. Reads the metadata of this column
   * only.
   *
   * @throws IllegalArgumentException if case is ignored and several columns match
   */
  public Field find(String column, boolean caseSensitive) throws IOException {
    return find(column, Map.of(), caseSensitive);
  }

  /**
   * The same for a column of a table.
   *
   * @param names as {@link ReadRequest#names}
   */
  public Field find(String column, Map<String, String> names, boolean caseSensitive)
      throws IOException {
    StoredColumn c = footer.find(column, names, caseSensitive);
    return c == null ? null : c.field();
  }

  public long rows() {
    return footer.root().rows();
  }

  public UUID fileId() {
    return footer.tail().fileId();
  }

  /**
   * The placement of the file.
   *
   * @throws CorruptFileException if the text in the file is not a placement
   */
  public Placement placement() throws CorruptFileException {
    try {
      return Placement.parse(footer.root().placement());
    } catch (IllegalArgumentException e) {
      throw footer.corruptFooter(e.getMessage());
    }
  }

  /** Name and version of the library that wrote the file. */
  public String writerVersion() {
    return footer.root().createdBy();
  }

  /** Key-value pairs of the writer. */
  public Map<String, String> metadata() throws IOException {
    return footer.metadata();
  }

  public List<RowGroupInfo> rowGroups() {
    return footer.root().rowGroups().stream()
        .map(g -> new RowGroupInfo(g.rows(), g.pageRows(), g.offset(), g.length()))
        .toList();
  }

  /** Files beside this one that hold some of its columns. */
  public List<SiblingInfo> siblings() {
    return footer.root().siblings().stream()
        .map(s -> new SiblingInfo(s.name(), s.length()))
        .toList();
  }

  /** Statistics of a column over the whole file; null if the file has none. */
  public ColumnStatistics statistics(String column) throws IOException {
    return statistics.ofFile(require(column), 0);
  }

  /** Statistics of a column in one row group; null if the file has none. */
  public ColumnStatistics rowGroupStatistics(int rowGroup, String column) throws IOException {
    return statistics.ofRowGroup(require(column), 0, rowGroup);
  }

  /** Statistics of a column in one page; null if the file has none. */
  public ColumnStatistics pageStatistics(int rowGroup, int page, String column) throws IOException {
    return statistics.ofPage(require(column), 0, rowGroup, page);
  }

  /** Layout and encodings, for display. */
  public FileLayout layout() throws IOException {
    return FileLayout.of(this);
  }

  /**
   * Maps every byte of the file and its siblings to its logical subset and physical block.
   *
   * @param pages whether to list every page; otherwise adjacent pages of a chunk are merged
   */
  public FileMap map(boolean pages) throws IOException {
    return FileMap.of(this, pages);
  }

  /**
   * Describes the encoding of a page of a column, for a nested column those of all nodes, or {@code
   * row-major}. Reads the page.
   *
   * @throws IllegalArgumentException if the column does not exist
   */
  public String encoding(int rowGroup, int page, String column) throws IOException {
    return FileLayout.encodings(this, require(column), rowGroup, page);
  }

  /**
   * How a column is a function of others; null if it is not.
   *
   * @throws IllegalArgumentException if the column does not exist
   */
  public Derivation derivation(String column) throws IOException {
    return require(column).record().derivation();
  }

  /**
   * Plans the I/O of {@link #read} for the same request, without reading data.
   *
   * @throws IllegalArgumentException as {@link #read}
   */
  public ReadPlan plan(ReadRequest request) throws IOException {
    return FileScan.start(this, request, null).plan();
  }

  /**
   * Starts a scan. Several may be open, one after the other or interleaved; close each.
   *
   * @throws IllegalArgumentException if a column does not exist, is ambiguous or has another type
   */
  public BatchReader read(ReadRequest request) throws IOException {
    return read(request, null);
  }

  /**
   * Like {@link #read(ReadRequest)}, for one of many small reads.
   *
   * @param cache of the pages that these reads need; null = none
   */
  public BatchReader read(ReadRequest request, PageCache cache) throws IOException {
    return FileScan.start(this, request, cache);
  }

  /** Number of copies of the table in the file and its siblings, at least 1. */
  public int copies() {
    return footer.copies();
  }

  /** Bytes needed and read since the file was opened, including the footer. */
  public IoCounters ioCounters() {
    return counters;
  }

  FileFooter footer() {
    return footer;
  }

  FileStatistics fileStatistics() {
    return statistics;
  }

  FileSet files() {
    return files;
  }

  RandomInput input() {
    return input;
  }

  List<RowGroupEntry> rowGroupEntries() {
    return footer.root().rowGroups();
  }

  private StoredColumn require(String column) throws IOException {
    StoredColumn c = footer.find(column, true);
    if (c == null) {
      schema().require(column);
    }
    return c;
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
