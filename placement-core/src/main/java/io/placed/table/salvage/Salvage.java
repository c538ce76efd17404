package io.placed.table.salvage;

import io.placed.error.CorruptFileException;
import io.placed.error.InsufficientMemoryException;
import io.placed.io.IoCounters;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.RowGroupInfo;
import io.placed.scan.request.DeletedRows;
import io.placed.scan.request.NumberedRows;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.Snapshot;
import io.placed.vector.Batch;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleConsumer;
import java.util.stream.LongStream;

/**
 * What can be read of a snapshot whose files are damaged. Every value is read once to find out; the
 * smallest unit that is lost is a page of a column. What a file has several copies of is lost only
 * if it is damaged in all of them.
 *
 * <p>A column that cannot be read in some rows is null in them, or the rows are left out. Rows
 * without any column that can be read are always left out, and so are the files whose deletion
 * vectors cannot be read: nobody knows which of their rows are deleted.
 */
public final class Salvage {
  /** What happens to rows that have lost some of their columns. */
  public enum PartialRows {
    /** They are copied with nulls, and the columns become nullable. */
    WITH_NULLS,
    LEFT_OUT
  }

  /** Receives batches, which are reused. */
  public interface Target {
    void write(Batch rows) throws IOException;
  }

  /**
   * Rows that have lost the same columns.
   *
   * @param first number in the file of the first one
   * @param copies the copies of the table from which the columns can be read, if the file has
   *     several and not every column can be read from any
   */
  private record Piece(
      DataFile file,
      int rowGroup,
      long first,
      long rows,
      Set<String> lost,
      Map<String, Integer> copies) {}

  /**
   * What was found of a page of rows.
   *
   * @param lost why columns cannot be read from any copy, by their names
   * @param copies from which the others can be read
   */
  private record Page(Map<String, String> lost, Map<String, Integer> copies) {
    Page() {
      this(new LinkedHashMap<>(), new HashMap<>());
    }

    boolean isReadAs(Page other) {
      return lost.keySet().equals(other.lost.keySet()) && copies.equals(other.copies);
    }
  }

  private final TableDirectory table;
  private final Snapshot snapshot;
  private final PartialRows partial;
  private final List<Piece> pieces = new ArrayList<>();
  private final List<Loss> losses = new ArrayList<>();
  private final Set<String> nullColumns = new LinkedHashSet<>();
  private long rows;

  private Salvage(TableDirectory table, Snapshot snapshot, PartialRows partial) {
    this.table = table;
    this.snapshot = snapshot;
    this.partial = partial;
  }

  /**
   * Reads all files of a snapshot.
   *
   * @param progress gets the fraction done, from 0 to 1
   * @throws InsufficientMemoryException if a part could be read with more memory
   * @throws io.placed.error.CorruptFileException if a manifest is damaged, so that the files of the
   *     snapshot are not known
   */
  public static Salvage survey(
      TableDirectory table, Snapshot snapshot, PartialRows partial, DoubleConsumer progress)
      throws IOException {
    Salvage salvage = new Salvage(table, snapshot, partial);
    List<DataFile> files = snapshot.files();
    for (int i = 0; i < files.size(); i++) {
      salvage.survey(files.get(i));
      progress.accept((double) (i + 1) / files.size());
    }
    return salvage;
  }

  /** The columns of the copied rows: those of the table, nullable where values are lost. */
  public Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (Field f : snapshot.schema().fields()) {
      fields.add(nullColumns.contains(f.name()) ? new Field(f.id(), f.name(), f.type(), true) : f);
    }
    return Schema.of(fields, snapshot.schema().lastId());
  }

  /** What is lost, in the order of the files. */
  public List<Loss> losses() {
    return List.copyOf(losses);
  }

  /** Number of rows that are copied. */
  public long rows() {
    return rows;
  }

  /** Number of rows of the snapshot that are not copied. */
  public long lostRows() {
    return snapshot.files().stream().mapToLong(DataFile::liveRows).sum() - rows;
  }

  /**
   * Copies the rows that can be read.
   *
   * @throws IOException also if more was damaged since the survey
   */
  public void copy(Target to) throws IOException {
    Schema schema = schema();
    for (int from = 0; from < pieces.size(); ) {
      DataFile file = pieces.get(from).file();
      DeletedRows deleted = table.deleted(file);
      try (FileReader reader = open(file)) {
        for (; from < pieces.size() && pieces.get(from).file() == file; from++) {
          read(reader, pieces.get(from), schema, deleted, to);
        }
      }
    }
  }

  private FileReader open(DataFile file) throws IOException {
    return FileReader.open(table.input(file), new IoCounters());
  }

  private void survey(DataFile file) throws IOException {
    int known = losses.size();
    int found = pieces.size();
    IOException failure =
        failure(
            () -> {
              losses.subList(known, losses.size()).clear();
              pieces.subList(found, pieces.size()).clear();
              DeletedRows deleted = table.deleted(file);
              try (FileReader reader = open(file)) {
                survey(file, reader, deleted);
              }
              tally(pieces.subList(found, pieces.size()), deleted);
            });
    if (failure != null) {
      losses.subList(known, losses.size()).clear();
      pieces.subList(found, pieces.size()).clear();
      losses.add(new Loss(table.pathOf(file), 0, file.rows(), null, detail(file, failure)));
    }
  }

  private void tally(List<Piece> ofFile, DeletedRows deleted) {
    for (Piece p : ofFile) {
      rows += p.rows() - (deleted == null ? 0 : deleted.count(p.first(), p.rows()));
      nullColumns.addAll(p.lost());
    }
  }

  private void survey(DataFile file, FileReader reader, DeletedRows deleted) throws IOException {
    Set<String> stored = stored(file, reader);
    List<RowGroupInfo> groups = reader.rowGroups();
    long first = 0;
    for (int g = 0; g < groups.size(); g++) {
      Piece whole = new Piece(file, g, first, groups.get(g).rows(), Set.of(), Map.of());
      if (failure(() -> read(reader, whole, snapshot.schema(), deleted, b -> {})) == null) {
        pieces.add(whole);
      } else {
        surveyPages(whole, groups.get(g).pageRows(), stored, reader, deleted);
      }
      first += groups.get(g).rows();
    }
  }

  /** The columns of the table whose values are read from this file. */
  private Set<String> stored(DataFile file, FileReader reader) throws IOException {
    ReadRequest request = file.request(snapshot.schema(), ReadRequest.all(), null);
    Set<String> names = new LinkedHashSet<>();
    for (Field f : snapshot.schema().fields()) {
      String name = request.nameInFile(f.name());
      if (request.isStored(f.name()) && name != null) {
        boolean[] has = {true}; // A column whose record is damaged is one that cannot be read.
        failure(() -> has[0] = reader.find(name, true) != null);
        if (has[0]) {
          names.add(f.name());
        }
      }
    }
    return names;
  }

  /** Which columns of which pages of a row group can be read, and from which copies. */
  private void surveyPages(
      Piece group, int pageRows, Set<String> stored, FileReader reader, DeletedRows deleted)
      throws IOException {
    int count = (int) ((group.rows() + pageRows - 1) / pageRows);
    List<Page> pages = new ArrayList<>();
    for (int p = 0; p < count; p++) {
      pages.add(new Page());
    }
    for (String column : stored) {
      Schema only = snapshot.schema().select(List.of(column));
      for (int copy = 0; copy < reader.copies(); copy++) {
        Map<String, Integer> copies = Map.of(column, copy);
        Piece whole = piece(group, 0, group.rows(), Set.of(), copies);
        boolean sound = failure(() -> read(reader, whole, only, deleted, b -> {})) == null;
        for (int p = 0; p < count; p++) {
          Page page = pages.get(p);
          if (page.copies().containsKey(column)) {
            continue;
          }
          Piece rows = pages(group, p, p + 1, pageRows, Set.of(), copies);
          IOException failure =
              sound ? null : failure(() -> read(reader, rows, only, deleted, b -> {}));
          if (failure == null) {
            page.copies().put(column, copy);
            page.lost().remove(column);
          } else {
            page.lost().putIfAbsent(column, detail(group.file(), failure));
          }
        }
        if (sound) {
          break;
        }
      }
    }
    for (int from = 0, to; from < count; from = to) {
      Page same = pages.get(from);
      for (to = from + 1; to < count && pages.get(to).isReadAs(same); ) {
        to++;
      }
      Set<String> lost = Set.copyOf(same.lost().keySet());
      add(pages(group, from, to, pageRows, lost, same.copies()), same.lost(), stored);
    }
  }

  private static Piece pages(
      Piece group, int from, int to, int pageRows, Set<String> lost, Map<String, Integer> copies) {
    long first = (long) from * pageRows;
    long rows = Math.min(group.rows(), (long) to * pageRows) - first;
    return piece(group, first, rows, lost, copies);
  }

  private static Piece piece(
      Piece group, long first, long rows, Set<String> lost, Map<String, Integer> copies) {
    return new Piece(
        group.file(), group.rowGroup(), group.first() + first, rows, lost, Map.copyOf(copies));
  }

  private void add(Piece piece, Map<String, String> reasons, Set<String> stored)
      throws IOException {
    boolean none = !reasons.isEmpty() && piece.lost().equals(stored);
    if (none) {
      loss(piece, null, reasons.values().iterator().next());
    } else {
      for (Map.Entry<String, String> reason : reasons.entrySet()) {
        loss(piece, reason.getKey(), reason.getValue());
      }
    }
    if (!none && (reasons.isEmpty() || partial == PartialRows.WITH_NULLS)) {
      pieces.add(piece);
    }
  }

  private void loss(Piece piece, String column, String detail) throws IOException {
    losses.add(new Loss(table.pathOf(piece.file()), piece.first(), piece.rows(), column, detail));
  }

  private void read(FileReader reader, Piece piece, Schema schema, DeletedRows deleted, Target to)
      throws IOException {
    ReadRequest all = ReadRequest.all().withColumns(schema);
    ReadRequest request =
        piece
            .file()
            .request(snapshot.schema(), all, deleted)
            .withRowGroups(piece.rowGroup(), piece.rowGroup() + 1)
            .withCopies(piece.copies());
    if (piece.rows() < reader.rowGroups().get(piece.rowGroup()).rows()) {
      long[] numbers = LongStream.range(piece.first(), piece.first() + piece.rows()).toArray();
      request = request.withChoice(new NumberedRows(numbers));
    }
    if (!piece.lost().isEmpty()) {
      Map<String, String> names = new LinkedHashMap<>(request.names());
      piece.lost().forEach(column -> names.put(column, null));
      request = request.withNames(names);
    }
    try (BatchReader batches = reader.read(request)) {
      while (batches.next()) {
        to.write(batches.batch());
      }
    }
  }

  /** Where the damage is in the file; in whole, if it is in another one that belongs to it. */
  private String detail(DataFile file, IOException failure) throws IOException {
    if (failure instanceof CorruptFileException corrupt
        && table.pathOf(file).equals(corrupt.path())) {
      return "offset " + corrupt.offset() + ": " + corrupt.detail();
    }
    // Messages of other exceptions, as of the operating system, may be nothing but a path.
    return isDamage(failure) ? failure.getMessage() : failure.toString();
  }

  private interface Attempt {
    void run() throws IOException;
  }

  /**
   * Why something cannot be read: because it is damaged or missing, or the storage has lost it.
   * Null if it can. A request that failed for another reason is made again, or what is sound would
   * be reported as lost.
   *
   * @param attempt that may be made twice
   */
  private static IOException failure(Attempt attempt) throws IOException {
    IOException failure = failureOfOne(attempt);
    return failure == null || isDamage(failure) ? failure : failureOfOne(attempt);
  }

  private static boolean isDamage(IOException failure) {
    return failure instanceof CorruptFileException || failure instanceof FileNotFoundException;
  }

  private static IOException failureOfOne(Attempt attempt) throws IOException {
    try {
      attempt.run();
      return null;
    } catch (InsufficientMemoryException
        | InterruptedIOException
        | ClosedByInterruptException
        | AccessDeniedException e) {
      throw e; // The file may be sound.
    } catch (IOException e) {
      return e;
    }
  }
}
