package io.placed.table.commit;

import io.placed.error.CommitConflictException;
import io.placed.schema.Schema;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.evolution.SchemaMerge;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;

/** Resolves, at commit time, the columns of a write to columns of the table. */
final class WrittenColumns {
  private final FileOperation operation;
  private final ColumnBinding columns;
  private final List<String> partitionColumns;
  private final TableDirectory table;

  /** Whether the write also replaces schema changes of others. */
  private final boolean anySchema;

  WrittenColumns(FileOperation operation, TableDirectory table) {
    this.operation = operation;
    this.columns = operation.plan().columns();
    this.partitionColumns = operation.plan().partitionColumns();
    this.table = table;
    this.anySchema = isNewTable() && !operation.plan().planned();
  }

  private boolean isNewTable() {
    return operation.columns() == SchemaMerge.Mode.REPLACE;
  }

  /** The columns of the table before the commit. */
  record TableColumns(Schema schema, int lastFieldId, long snapshot, String commitId) {}

  /**
   * The columns to be compatible with; null = no restriction.
   *
   * @param found the files of a directory without snapshots, unless the table becomes a new one
   */
  TableColumns before(TableState base, List<Found> found) throws IOException {
    List<String> partitions;
    TableColumns before;
    if (base != null) {
      partitions = base.partitionColumns();
      SnapshotInfo info = base.info();
      before = new TableColumns(base.schema(), base.lastFieldId(), info.id(), info.commitId());
    } else {
      if (found.isEmpty()) {
        return null;
      }
      Snapshot files = new DirectoryView(table.path()).ofFiles(found, true);
      partitions = files.partitionColumns();
      before = new TableColumns(files.schema(), 0, 0, "");
    }
    boolean any = anySchema || before.schema().equals(columns.planned());
    if (!partitions.equals(partitionColumns) && !(isNewTable() && any)) {
      throw new IllegalArgumentException(
          table.path()
              + ": the table is partitioned by "
              + partitions
              + ", the write by "
              + partitionColumns);
    }
    return before;
  }

  SchemaMerge merge(TableColumns before) throws IOException {
    ColumnBinding bound = bound(before);
    return SchemaMerge.of(
        table.path(), before.schema(), before.lastFieldId(), bound, operation.columns());
  }

  private ColumnBinding bound(TableColumns before) throws IOException {
    if (before.snapshot() == 0 || anySchema) {
      return columnsIn(before);
    }
    if (!columns.isPlanned()) {
      return columnsIn(first());
    }
    if (!before.schema().equals(columns.planned())) {
      requireSameTable(before);
    }
    return columns;
  }

  /** The binding for the next write of the same columns. */
  ColumnBinding next(TableState committed) throws IOException {
    SnapshotInfo info = committed.info();
    TableColumns now =
        new TableColumns(committed.schema(), committed.lastFieldId(), info.id(), info.commitId());
    ColumnBinding bound = info.id() == 1 ? columnsIn(now) : bound(now);
    return bound.in(now.schema(), now.lastFieldId(), info);
  }

  private ColumnBinding columnsIn(TableColumns there) {
    return ColumnBinding.of(
        columns.written(), there.schema(), there.lastFieldId(), there.snapshot(), there.commitId());
  }

  /** For a write that began before the table existed: others created it first. */
  private TableColumns first() throws IOException {
    try {
      TableState first = table.log().read(1);
      return new TableColumns(first.schema(), first.lastFieldId(), 1, first.info().commitId());
    } catch (FileNotFoundException e) {
      throw new CommitConflictException(
          table.path(),
          "the table was created after the write began, and its first snapshot has expired; retry"
              + " on the latest snapshot");
    }
  }

  /** If the table was dropped and recreated, its ids belong to other columns. */
  private void requireSameTable(TableColumns before) throws IOException {
    boolean same = columns.snapshot() <= before.snapshot();
    if (same) {
      try {
        SnapshotInfo planned = table.log().read(columns.snapshot()).info();
        same = planned.commitId().equals(columns.commitId());
      } catch (FileNotFoundException expired) {
        same = true;
      }
    }
    if (!same) {
      throw new CommitConflictException(
          table.path(),
          "the table was dropped and recreated after the write was planned; retry on the latest"
              + " snapshot");
    }
  }
}
