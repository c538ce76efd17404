package io.placed.table.stream;

import io.placed.schema.Field;
import io.placed.schema.Nullability;
import io.placed.schema.Schema;
import io.placed.table.changes.ChangeColumns;
import io.placed.table.changes.TableChanges;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.manifest.ColumnsById;
import io.placed.table.partition.Partitioning;
import io.placed.table.partition.TableFields;
import io.placed.table.snapshot.AddedFiles;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.TableState;
import io.placed.table.source.SourceFile;
import io.placed.table.source.TableNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A table as a stream: first all rows that it has, then those that each snapshot adds, or its
 * changes. The order is that of the log and, within a snapshot, of paths, so that a batch that is
 * repeated is the same.
 */
public final class TableStream {
  private final TableDirectory table;
  private final StreamedRows rows;
  private final TableChanges changes;

  /** What the engine reads; null = see {@link #columnsOf}. */
  private final TableFields planned;

  /** Behind the snapshot of these columns; null if there was none, or once it has been found. */
  private StreamPosition plannedAt;

  /** The columns of the first snapshot, once a batch needed them; it may expire. */
  private TableFields ofFirstSnapshot;

  /**
   * @param plannedOrNull the snapshot whose columns the engine planned the stream with: columns
   *     that are renamed or dropped later are the same columns in all batches. Null, or one without
   *     an id, if there was none; then the columns are those of the first snapshot, which the table
   *     got since
   */
  public TableStream(TableDirectory table, StreamedRows rows, Snapshot plannedOrNull) {
    boolean known = plannedOrNull != null && plannedOrNull.id() > 0;
    this.table = table;
    this.rows = rows;
    this.planned = known ? ofTable(plannedOrNull) : null;
    this.plannedAt =
        known ? StreamPosition.after(plannedOrNull.id(), plannedOrNull.commitId()) : null;
    this.changes = new TableChanges(table);
  }

  /** Without the columns of changes, whose ids a later column of the table may have. */
  private TableFields ofTable(Snapshot snapshot) {
    Schema columns = snapshot.schema();
    if (rows == StreamedRows.CHANGES) {
      List<Field> fields = new ArrayList<>(columns.fields());
      fields.removeIf(f -> ChangeColumns.names().contains(f.name()));
      columns = Schema.of(fields);
    }
    return new TableFields(columns, snapshot.partitioning().of(columns));
  }

  /**
   * The columns of a batch. If the engine planned the stream before there was a snapshot, those of
   * the first one, and those that came later under other names.
   */
  private synchronized TableFields columnsOf(TableState last) throws IOException {
    if (planned != null) {
      return planned;
    }
    if (ofFirstSnapshot == null) {
      try {
        ofFirstSnapshot = table.log().readRetained(1).fields();
      } catch (FileNotFoundException e) {
        return last.fields(); // It has expired before anything was read of it.
      }
    }
    List<Field> all = new ArrayList<>(ofFirstSnapshot.columns().fields());
    for (Field f : last.schema().fields()) {
      if (all.stream().noneMatch(x -> x.id() == f.id() || x.name().equalsIgnoreCase(f.name()))) {
        all.add(f);
      }
    }
    return new TableFields(Schema.of(all), ofFirstSnapshot.partitioning());
  }

  /** Id of the newest snapshot; 0 = none. */
  public long newest() throws IOException {
    return table.newestId();
  }

  /**
   * Where a stream begins.
   *
   * @param startingSnapshot the first one whose added rows are read; 0 = all rows of the newest
   *     snapshot, then those added
   * @throws FileNotFoundException if there is no such snapshot, and it is not the next one
   * @throws IOException if the table was dropped and created again after the engine planned it
   */
  public StreamPosition initial(long startingSnapshot) throws IOException {
    requirePlanned();
    if (startingSnapshot > 0) {
      long before = startingSnapshot - 1;
      long newest = newest();
      if (before > newest && !table.log().exists(before)) {
        throw table.history().missing("snapshot " + startingSnapshot + " does not exist");
      }
      return before > 0 && before < newest ? before(startingSnapshot) : after(before);
    }
    TableState newest = table.log().newest();
    return newest == null
        ? StreamPosition.NONE
        : new StreamPosition(newest.info().id(), 0, true, newest.info().commitId());
  }

  private StreamPosition after(long id) throws IOException {
    return StreamPosition.after(id, commit(id));
  }

  /** Before a snapshot, which says which one it follows, also if that has expired. */
  private StreamPosition before(long id) throws IOException {
    try {
      return StreamPosition.after(id - 1, table.log().readRetained(id).info().parentCommit());
    } catch (FileNotFoundException e) {
      throw expired(id, e);
    }
  }

  private String commit(long id) throws IOException {
    return id == 0 ? null : state(id).info().commitId();
  }

  /**
   * How far a batch reads.
   *
   * @param newest the last snapshot that is read
   * @throws IOException if the table was dropped and created again
   */
  public StreamPosition latest(StreamPosition from, BatchLimit limit, long newest)
      throws IOException {
    requirePlanned();
    requireSame(from, newest);
    Room room = new Room(limit);
    // Of one that was read nothing is left, and it may have expired.
    if (from.initial() && from.files() < Integer.MAX_VALUE) {
      List<DataFile> all = filesOf(from.snapshot(), true);
      int taken = room.take(all, from.files());
      // A batch ends with the snapshot that the stream began with: so the end of the first one,
      // also if it has no rows, tells after a crash where it began.
      if (taken > from.files() || taken < all.size() || from.files() == 0) {
        int files = taken < all.size() ? taken : Integer.MAX_VALUE;
        return new StreamPosition(from.snapshot(), files, true, commit(from.snapshot()));
      }
    }
    // Says of a snapshot that it is complete, so that nobody has to ask it again. Without news it
    // is what was given, also if an older version stored that.
    StreamPosition end = from;
    boolean some = !from.initial() && from.snapshot() > 0 && from.files() < Integer.MAX_VALUE;
    int begin = some ? from.files() : 0;
    for (long id = from.snapshot() + (some ? 0 : 1); id <= newest && !room.isFull(); id++) {
      TableState there = state(id);
      String commit = there.info().commitId();
      List<DataFile> files = filesOf(id, false, there.fields());
      int taken = room.take(files, begin);
      if (taken < files.size()) {
        return new StreamPosition(id, taken, false, commit);
      }
      end = StreamPosition.after(id, commit);
      begin = 0;
    }
    return end;
  }

  /** Columns are found by ids, which another table has given to other columns. */
  private synchronized void requirePlanned() throws IOException {
    if (plannedAt != null) {
      requireSame(plannedAt, Long.MAX_VALUE);
      plannedAt = null;
    }
  }

  /**
   * Refuses a table that was dropped and created again: it counts from 1, and up to the old number
   * nothing of it would be read. A rollback goes on counting.
   */
  private void requireSame(StreamPosition at, long newest) throws IOException {
    if (at.snapshot() == 0 || at.commit() == null && at.snapshot() <= newest) {
      return;
    }
    TableState there;
    try {
      // By its name: the newest id may come from a listing that lags.
      there = table.log().read(at.snapshot());
    } catch (FileNotFoundException e) {
      if (table.newestId() < at.snapshot()) {
        throw createdAgain(at, e);
      }
      requireFollowed(at);
      return;
    }
    if (!isAt(at, there)) {
      if (!table.log().hasExpired(at.snapshot())) {
        throw createdAgain(at, null);
      }
      // A write that was planned long ago may have put its snapshot there.
      requireFollowed(at);
    }
  }

  /** Of a snapshot that has expired, the next one tells which it was. */
  private void requireFollowed(StreamPosition at) throws IOException {
    TableState next;
    try {
      next = table.log().readRetained(at.snapshot() + 1);
    } catch (FileNotFoundException e) {
      return; // It has expired, too, and whoever needs it will say so.
    }
    if (at.commit() != null && !at.commit().equals(next.info().parentCommit())) {
      throw createdAgain(at, null);
    }
  }

  private static boolean isAt(StreamPosition at, TableState there) {
    return at.commit() == null || at.commit().equals(there.info().commitId());
  }

  private void requireCommit(StreamPosition at, TableState there) throws IOException {
    if (!isAt(at, there)) {
      // Where it has expired, a write that was planned long ago may have put its snapshot.
      throw table.log().hasExpired(at.snapshot())
          ? expired(at.snapshot(), null)
          : createdAgain(at.snapshot(), null);
    }
  }

  private IOException createdAgain(long id, FileNotFoundException e) {
    return createdAgain("the stream had come to snapshot " + id, "begin again", e);
  }

  /**
   * @param at a position of the stream, or where it was planned
   */
  private IOException createdAgain(StreamPosition at, FileNotFoundException e) {
    return at.equals(plannedAt)
        ? createdAgain("the query was planned on snapshot " + at.snapshot(), "plan it again", e)
        : createdAgain(at.snapshot(), e);
  }

  private IOException createdAgain(String after, String remedy, FileNotFoundException e) {
    return new IOException(
        table.path()
            + ": the table was dropped and created again after "
            + after
            + "; "
            + remedy
            + " with another checkpoint",
        e);
  }

  /** What a batch may still read. At least one file, or the stream would stand still. */
  private static final class Room {
    private long files;
    private long bytes;
    private boolean some;

    Room(BatchLimit limit) {
      files = limit.files();
      bytes = limit.bytes();
    }

    boolean isFull() {
      return some && (files <= 0 || bytes <= 0);
    }

    /** How many of the files have been taken then. */
    int take(List<DataFile> all, int taken) {
      int n = Math.min(taken, all.size());
      while (n < all.size()) {
        long length = all.get(n).totalLength();
        if (some && (files < 1 || bytes < length)) {
          return n;
        }
        files--;
        bytes -= length;
        some = true;
        n++;
      }
      return n;
    }
  }

  /**
   * The files that positions of a snapshot count.
   *
   * @param initial see {@link StreamPosition}
   */
  private List<DataFile> filesOf(long id, boolean initial) throws IOException {
    return id == 0 ? List.of() : filesOf(id, initial, state(id).fields());
  }

  /**
   * @param fields of another snapshot, under whose names the files are to be read
   */
  private List<DataFile> filesOf(long id, boolean initial, TableFields fields) throws IOException {
    if (id == 0) {
      return List.of();
    }
    try {
      if (rows == StreamedRows.CHANGES) {
        return initial ? changes.all(id, fields) : changes.of(id, fields);
      }
      if (initial) {
        Snapshot all = table.logged(id);
        return restated(all.files(), all.fields(), fields);
      }
      AddedFiles added = table.added(id);
      if (!added.changes()) {
        return restated(added.files(), added.fields(), fields);
      }
    } catch (FileNotFoundException e) {
      throw expired(id, e);
    }
    if (rows == StreamedRows.ADDED_SKIPPING_CHANGES) {
      return List.of();
    }
    throw new ChangedRowsException(table.path(), id);
  }

  /** What a snapshot says of the table; its files are not read. */
  private TableState state(long id) throws IOException {
    try {
      return table.log().read(id);
    } catch (FileNotFoundException e) {
      throw expired(id, e);
    }
  }

  /**
   * @param e what could not be read for the snapshot; null if it is another one
   */
  private IOException expired(long id, FileNotFoundException e) throws IOException {
    if (table.newestId() < id) {
      return createdAgain(id, e);
    }
    // Of a snapshot that is there, the changes need the one before it.
    boolean isThere = e != null && table.log().exists(id) && !table.log().hasExpired(id);
    return new IOException(
        table.path()
            + ": snapshot "
            + (isThere ? id - 1 : id)
            + (isThere
                ? " expired before the stream came to the next one, whose changes need it"
                : " expired before the stream came to it")
            + "; begin again with another checkpoint, and let vacuum keep snapshots for longer",
        e);
  }

  private static List<DataFile> restated(List<DataFile> files, TableFields own, TableFields other) {
    return files.stream().map(f -> ColumnsById.restate(f, own, other)).toList();
  }

  /**
   * The files between two positions.
   *
   * @param columns names that the engine has for the table's columns
   */
  public List<SourceFile> files(
      StreamPosition start, StreamPosition to, List<String> columns, boolean caseSensitive)
      throws IOException {
    requirePlanned();
    StreamPosition from = begin(start, to);
    if (to.snapshot() == 0) {
      return List.of();
    }
    TableState last = state(to.snapshot());
    requireCommit(to, last);
    TableFields fields = columnsOf(last);
    List<DataFile> files = new ArrayList<>();
    for (long id = from.snapshot(); id <= to.snapshot(); id++) {
      boolean first = id == from.snapshot();
      int begin = first ? from.files() : 0;
      if (begin == Integer.MAX_VALUE) {
        continue;
      }
      List<DataFile> all = filesOf(id, first && from.initial(), fields);
      int stop = id == to.snapshot() ? Math.min(all.size(), to.files()) : all.size();
      if (begin < stop) {
        files.addAll(all.subList(begin, stop));
      }
    }
    return sources(files, schema(last, fields), fields.partitioning(), columns, caseSensitive);
  }

  /**
   * Where a batch begins. The first one begins at {@link #initial}, which after a crash may be
   * another snapshot than before it; the end of the batch, which the engine keeps, tells.
   */
  private static StreamPosition begin(StreamPosition start, StreamPosition end) {
    if (start.initial() && end.initial() && start.snapshot() != end.snapshot()) {
      return new StreamPosition(end.snapshot(), 0, true, end.commit());
    }
    if (start.initial() && !end.initial() && start.snapshot() >= end.snapshot()) {
      return StreamPosition.NONE; // There was no snapshot when the stream began.
    }
    return start;
  }

  private List<SourceFile> sources(
      List<DataFile> files,
      Schema schema,
      Partitioning ofTable,
      List<String> columns,
      boolean caseSensitive)
      throws IOException {
    boolean changed = rows == StreamedRows.CHANGES;
    Partitioning fields = changed ? ofTable.plus(ChangeColumns.of(schema)) : ofTable;
    List<String> constants = fields.columns(schema);
    TableNames names = TableNames.of(schema, columns, caseSensitive);
    List<SourceFile> sources = new ArrayList<>();
    for (DataFile f : files) {
      sources.add(names.inEngine(SourceFile.of(table.pathOf(f), f, schema, fields, constants)));
    }
    return sources;
  }

  /** The columns of a batch that ends with this snapshot. */
  Schema schema(long id) throws IOException {
    TableState state = state(id);
    return schema(state, columnsOf(state));
  }

  private Schema schema(TableState state, TableFields fields) {
    // Rows of other snapshots than that of the columns may be null.
    Schema ofTable = Nullability.everywhere(fields.columns());
    return rows == StreamedRows.CHANGES
        ? ChangeColumns.with(ofTable, Math.max(state.lastFieldId(), ofTable.lastId()))
        : ofTable;
  }
}
