package io.placed.table.changes;

import io.placed.schema.Nullability;
import io.placed.schema.Schema;
import io.placed.table.deletes.FileDeletes;
import io.placed.table.deletes.RowBitmap;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.ChangedRows;
import io.placed.table.file.DataFile;
import io.placed.table.file.Deletes;
import io.placed.table.manifest.ColumnsById;
import io.placed.table.partition.TableFields;
import io.placed.table.snapshot.CopiedRows;
import io.placed.table.snapshot.FileList;
import io.placed.table.snapshot.OtherFiles;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rows commits added and removed. Each snapshot is compared with the one before it, file by
 * file; a rewrite changes no rows. Files that no snapshot lists are not part of it.
 */
public final class TableChanges {
  private final TableDirectory table;

  public TableChanges(TableDirectory table) {
    this.table = table;
  }

  /**
   * The changes as the rows of a snapshot, which has the columns of the table in the last snapshot
   * of the range, all of which may be null in older rows, and {@link ChangeColumns}. A file of it
   * stands for rows with the same change; the same data file may be there twice. Which files there
   * are is found out when somebody asks.
   *
   * @param range may begin with the snapshot that is committed next, if it ends with the latest
   * @throws FileNotFoundException if a snapshot does not exist; if the one before the first has
   *     expired, when the files are asked for
   * @throws IllegalArgumentException if the table has a column with the name of one of changes
   */
  public Snapshot in(ChangeRange range) throws IOException {
    long newest = table.newestId();
    long last = range.last() == null ? newest : range.last();
    long first = range.first() == null ? 1 : range.first();
    if (newest == 0 || last > newest || first > newest + 1) {
      throw table.history().missing("snapshot " + Math.max(first, last) + " does not exist");
    }
    // A range that ends before the first snapshot has no rows; its columns are those of the oldest
    // one.
    long of = last == 0 ? oldest() : last;
    TableState end = of < newest ? retained(of) : state(of, of);
    Schema columns = ChangeColumns.with(Nullability.everywhere(end.schema()), end.lastFieldId());
    return new Snapshot(
        end,
        columns,
        end.partitioning().plus(ChangeColumns.of(columns)),
        new OtherFiles(() -> last == 0 ? List.of() : files(range.first(), end)));
  }

  private List<DataFile> files(Long firstOrNull, TableState end) throws IOException {
    TableFields fields = end.fields();
    long first = firstOrNull == null ? oldest() : firstOrNull;
    List<DataFile> files = new ArrayList<>();
    TableState before = null;
    if (first > end.info().id() && firstOrNull == null) {
      throw expired(end.info().id(), end.info().id(), null); // Since the range was planned.
    }
    if (firstOrNull == null) {
      files.addAll(all(first, fields));
      before = state(first, first);
      first++;
    } else if (first > 1 && first <= end.info().id()) {
      before = state(first - 1, first);
    }
    for (long id = first; id <= end.info().id(); id++) {
      TableState after = id == end.info().id() ? end : state(id, id);
      files.addAll(changes(before, after, fields));
      before = after;
    }
    return files;
  }

  private long oldest() throws IOException {
    List<Long> ids = table.log().retainedIds();
    return ids.isEmpty() ? 1 : ids.get(0);
  }

  /**
   * What one commit changed, as {@link #in} has it; removed rows come first.
   *
   * @param fields of the snapshot in whose terms the files are told
   */
  public List<DataFile> of(long id, TableFields fields) throws IOException {
    return id == 1
        ? changes(null, retained(id), fields)
        : changes(state(id - 1, id), state(id, id), fields);
  }

  /** All rows of a snapshot as if it had added them. */
  public List<DataFile> all(long id, TableFields fields) throws IOException {
    TableState state = state(id, id);
    List<DataFile> files = new ArrayList<>();
    for (DataFile f : state.files().all().values()) {
      files.add(change(f, state, fields, ChangeType.INSERT, state.info()));
    }
    return files;
  }

  /**
   * @param of the snapshot whose changes need this one
   */
  private TableState state(long id, long of) throws IOException {
    try {
      return table.log().read(id);
    } catch (FileNotFoundException e) {
      throw expired(id, of, e);
    }
  }

  /** One that no other snapshot tells from what was put under its number after it had expired. */
  private TableState retained(long id) throws IOException {
    try {
      return table.log().readRetained(id);
    } catch (FileNotFoundException e) {
      throw expired(id, id, e);
    }
  }

  private FileNotFoundException expired(long id, long of, FileNotFoundException cause)
      throws IOException {
    String needs = id == of ? "" : ", and the changes of snapshot " + of + " need it";
    FileNotFoundException missing =
        table.history().missing("snapshot " + id + " has expired" + needs);
    if (cause != null) {
      missing.addSuppressed(cause);
    }
    return missing;
  }

  private List<DataFile> changes(TableState before, TableState after, TableFields fields)
      throws IOException {
    SnapshotInfo commit = after.info();
    if (before != null && !SnapshotLog.isParent(before.info(), commit)) {
      throw expired(before.info().id(), commit.id(), null);
    }
    if (after.isRewriteOf(before)) {
      return List.of();
    }
    List<DataFile> changes = new ArrayList<>();
    if (before == null) {
      for (DataFile f : after.files().all().values()) {
        changes.add(change(f, after, fields, ChangeType.INSERT, commit));
      }
      return changes;
    }
    CopiedRows copied = commit.copied();
    for (DataFile f : rowsNotIn(before.files(), after)) {
      Deletes vector = copied.sources().get(f.path());
      DataFile gone =
          vector == null
              ? f
              : f.withChanged(new ChangedRows(vector, vector.rows() - (f.rows() - f.liveRows())));
      changes.add(change(gone, before, fields, ChangeType.DELETE, commit));
    }
    for (DataFile f : rowsNotIn(after.files(), before)) {
      if (!copied.files().contains(f.path())) {
        changes.add(change(f, after, fields, ChangeType.INSERT, commit));
      }
    }
    return changes;
  }

  /** Files with the rows that another state does not have. */
  private List<DataFile> rowsNotIn(FileList files, TableState other) throws IOException {
    List<DataFile> rows = new ArrayList<>();
    for (FileList.Differing d : files.notIn(other.files())) {
      if (d.other() == null) {
        rows.add(d.file());
        continue;
      }
      Deletes there = d.other().deletes();
      long count = there == null ? 0 : marked(d.file(), d.other());
      if (count > 0) {
        rows.add(d.file().withChanged(new ChangedRows(there, count)));
      }
    }
    return rows;
  }

  /**
   * How many rows of a file are deleted in another state of it, but not in this. Usually one of the
   * vectors contains the other; but a rollback may lead from one branch to another.
   */
  private long marked(DataFile file, DataFile other) throws IOException {
    if (file.deletes() == null) {
      return other.deletes().rows();
    }
    RowBitmap there = bitmap(other).copy();
    there.removeAll(bitmap(file));
    return there.rows();
  }

  private RowBitmap bitmap(DataFile file) throws IOException {
    return FileDeletes.of(table.log().directory(), file).vector(table.store());
  }

  private static DataFile change(
      DataFile file, TableState own, TableFields fields, ChangeType type, SnapshotInfo commit) {
    DataFile now = ColumnsById.restate(file, own.fields(), fields);
    Map<String, String> values = new LinkedHashMap<>(now.partition());
    values.putAll(ChangeColumns.values(type, commit));
    return now.with(values, now.statistics(), now.names());
  }
}
