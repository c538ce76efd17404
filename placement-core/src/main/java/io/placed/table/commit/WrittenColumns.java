package io.placed.table.commit;

import io.placed.error.CommitConflictException;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.ColumnBinding;
import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import io.placed.table.partition.PartitionField;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.partition.PartitionTerm;
import io.placed.table.partition.PartitionTransform;
import io.placed.table.partition.Partitioning;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Resolves, at commit time, the columns of a write to columns of the table. */
final class WrittenColumns {
  private final FileOperation operation;
  private final TableDirectory table;

  /** By {@link #before} also those of a write that began before the table existed have its ids. */
  private ColumnBinding columns;

  /** Whether the write also replaces schema changes of others. */
  private final boolean anySchema;

  WrittenColumns(FileOperation operation, TableDirectory table) {
    this.operation = operation;
    this.columns = operation.plan().columns();
    this.table = table;
    this.anySchema = isNewTable() && !operation.plan().planned();
  }

  private boolean isNewTable() {
    return operation.columns().replacesAll();
  }

  /** The columns of the table before the commit. */
  record TableColumns(
      Schema schema,
      int lastFieldId,
      long snapshot,
      String commitId,
      Partitioning partitioning,
      long retainedFrom) {
    static TableColumns of(TableState state) {
      SnapshotInfo info = state.info();
      return new TableColumns(
          state.schema(),
          state.lastFieldId(),
          info.id(),
          info.commitId(),
          state.partitioning(),
          state.retention().from());
    }
  }

  /**
   * The columns to be compatible with; null = no restriction.
   *
   * @param found the files of a directory without snapshots, unless the table becomes a new one
   */
  TableColumns before(TableState base, List<Found> found) throws IOException {
    TableColumns before;
    if (base != null) {
      before = TableColumns.of(base);
    } else {
      if (found.isEmpty()) {
        return null;
      }
      Snapshot files = new DirectoryView(table.path()).ofFiles(found, true);
      before = new TableColumns(files.schema(), 0, 0, "", files.partitioning(), 1);
    }
    if (!isPlanned() && before.snapshot() > 0 && !anySchema) {
      columns = bound(before);
    }
    if (!replacesPartitioning(before) || replacesRowsOnly()) {
      requirePartitioning(before);
    }
    return before;
  }

  /** Whether there was a table when the write was planned. */
  private boolean isPlanned() {
    return operation.plan().columns().isPlanned();
  }

  /** Whether the write may partition the table in another way than before. */
  private boolean replacesPartitioning(TableColumns before) {
    return isNewTable()
        && (anySchema || before.schema().equals(operation.plan().columns().planned()));
  }

  /** Whether the write goes to a table that somebody else describes, and only its rows are new. */
  private boolean replacesRowsOnly() {
    return operation.columns() == SchemaMerge.Mode.REPLACE_ROWS;
  }

  private boolean isPartitionedAs(TableColumns before) {
    PartitionSpec spec = operation.plan().spec();
    return columns.isPlanned()
        ? before.partitioning().is(spec, columns.written())
        : before.partitioning().spec(before.schema()).equals(spec);
  }

  /**
   * Files may have the partition fields that the table had when the write was planned, too: each
   * file has its own. What is replaced by partition would be something else, though.
   */
  private void requirePartitioning(TableColumns before) throws CommitConflictException {
    if (isPartitionedAs(before)) {
      return;
    }
    PartitionSpec spec = operation.plan().spec();
    PartitionSpec now = before.partitioning().spec(before.schema());
    if (!isPlanned() && before.snapshot() > 0) {
      throw new CommitConflictException(
          table.path(),
          "the table was created, partitioned by ["
              + now
              + "], after the write by ["
              + spec
              + "] was planned; retry on the latest snapshot");
    }
    if (!columns.isPlanned() || !columns.partitioning().is(spec, columns.written())) {
      throw new IllegalArgumentException(
          table.path()
              + ": the table is partitioned by ["
              + now
              + "], the write by ["
              + spec
              + "]");
    }
    if (operation.replacesPartitions() || !before.partitioning().knows(columns.partitioning())) {
      throw new CommitConflictException(
          table.path(),
          "the partitioning was changed from ["
              + spec
              + "] to ["
              + now
              + "] after the write was planned, "
              + (operation.replacesPartitions()
                  ? "and it replaces partitions"
                  : "which has fields that are gone")
              + "; retry on the latest snapshot");
    }
  }

  /** The partition fields of the table after the commit. */
  Partitioning partitioning(TableState base, Schema merged) {
    PartitionSpec spec = operation.plan().spec();
    if (base == null) {
      return Partitioning.NONE.changed(spec, merged, merged.lastId());
    }
    TableColumns before = TableColumns.of(base);
    if (!replacesPartitioning(before) || replacesRowsOnly() && !isPartitionedAs(before)) {
      return base.partitioning().in(base.schema(), merged);
    }
    int last = Math.max(merged.lastId(), base.lastFieldId());
    List<PartitionField> fields =
        new ArrayList<>(base.partitioning().changed(spec, merged, last).fields());
    List<PartitionField> written = operation.plan().partitioning().fields();
    for (int i = 0; i < fields.size() && written.size() == fields.size(); i++) {
      PartitionField f = fields.get(i);
      if (f.id() > last) {
        // Of a column that the write replaces by one of another type; its files have that name.
        String name = written.get(i).name();
        fields.set(i, new PartitionField(f.id(), name, f.source(), f.transform()));
      }
    }
    return new Partitioning(fields, List.of());
  }

  /**
   * Whether the values of a file are those of fields and columns that the table has.
   *
   * @param merge null if nothing was merged
   * @throws IllegalArgumentException if the table's type of a column has other results than the
   *     type that they were computed in
   */
  void requirePartition(DataFile file, Partitioning partitioning, SchemaMerge merge, Schema merged)
      throws CommitConflictException {
    Partitioning ofFile = operation.plan().partitioning();
    for (String name : file.partition().keySet()) {
      int at = merged.indexOf(name);
      int own = columns.written().indexOf(name);
      boolean known =
          own < 0
              ? isSame(partitioning.derived(name), ofFile.derived(name), merge, merged)
              : at >= 0
                  && (!columns.isPlanned()
                      || merged.field(at).id() == columns.written().field(own).id()
                      || isReplaced(merge, name));
      if (!known) {
        throw new CommitConflictException(
            table.path(),
            "partition field "
                + name
                + " was renamed or dropped after the write was planned; retry on the latest"
                + " snapshot");
      }
      if (own >= 0) {
        requireSurvives(
            PartitionTransform.IDENTITY, columns.written().field(own), merged.field(at));
      } else {
        requireSurvives(
            partitioning.derived(name).transform(),
            ofFile.derived(name).sourceIn(operation.plan().columns().written()),
            partitioning.derived(name).sourceIn(merged));
      }
    }
  }

  /** Readers compare the values with results in the table's type. */
  private void requireSurvives(PartitionTransform transform, Field written, Field ofTable) {
    if (!transform.survives(written.type(), ofTable.type())) {
      throw new IllegalArgumentException(
          table.path()
              + ": column "
              + written.name()
              + ": type "
              + written.type()
              + " of the written rows gives other partition values than type "
              + ofTable.type()
              + " of the table, which is partitioned by "
              + new PartitionTerm(ofTable.name(), transform)
              + "; cast the column to the table's type");
    }
  }

  /** Whether a field of the table is that of the written files, whose column may have been new. */
  private boolean isSame(
      PartitionField ofTable, PartitionField written, SchemaMerge merge, Schema merged) {
    if (ofTable == null || written == null) {
      return false;
    }
    Schema planned = operation.plan().columns().written();
    int source = columns.written().require(written.sourceIn(planned).name()).id();
    boolean known = columns.isPlanned() && source <= columns.known();
    return ofTable.transform().equals(written.transform())
        && (!known
            || ofTable.source() == source
            || isReplaced(merge, ofTable.sourceIn(merged).name()));
  }

  /** Whether the column is the written one of that name, perhaps of another type than before. */
  private boolean isReplaced(SchemaMerge merge, String column) {
    return isNewTable() && merge != null && merge.isWritten(column);
  }

  /**
   * Which files the operation replaces. Its condition uses the names of the plan.
   *
   * @param schema of the files
   */
  Predicate<DataFile> replaced(Schema schema) throws CommitConflictException {
    return replaced(schema, columns);
  }

  /** Which of the files that were read the operation would have replaced then. */
  Predicate<DataFile> replaced(Snapshot read) throws CommitConflictException {
    // The ids of columns of files without snapshots are not those of the table that became of them.
    return replaced(read.schema(), read.id() == 0 ? operation.plan().columns() : columns);
  }

  private Predicate<DataFile> replaced(Schema schema, ColumnBinding by)
      throws CommitConflictException {
    Schema view = by.view(schema);
    for (String column : operation.replaced().columns()) {
      if (by.planned().indexOf(column) >= 0 && view.indexOf(column) < 0) {
        throw new CommitConflictException(
            table.path(),
            "column " + column + " of the condition was dropped after the write was planned");
      }
    }
    Predicate<DataFile> goes = operation.replaced().in(view);
    return f -> goes.test(by.view(f, schema));
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
      return columnsIn(first(before));
    }
    if (!before.schema().equals(columns.planned())) {
      requireSameTable(before);
    }
    return columns;
  }

  /** The binding for the next write of the same columns. */
  ColumnBinding next(TableState committed) throws IOException {
    SnapshotInfo info = committed.info();
    TableColumns now = TableColumns.of(committed);
    ColumnBinding bound = info.id() == 1 ? columnsIn(now) : bound(now);
    return bound.in(now.schema(), now.lastFieldId(), info, partitioningNext(now));
  }

  /** A stream goes on with the fields that it began with, as long as the table knows them. */
  private Partitioning partitioningNext(TableColumns now) {
    return columns.isPlanned() && now.partitioning().knows(columns.partitioning())
        ? columns.partitioning()
        : now.partitioning();
  }

  private ColumnBinding columnsIn(TableColumns there) {
    return ColumnBinding.of(
        columns.written(),
        there.schema(),
        there.lastFieldId(),
        there.snapshot(),
        there.commitId(),
        there.partitioning());
  }

  /** For a write that began before the table existed: others created it first. */
  private TableColumns first(TableColumns before) throws IOException {
    try {
      // Under its number there may be what another such write put there since.
      if (before.retainedFrom() <= 1) {
        return TableColumns.of(table.log().read(1));
      }
    } catch (FileNotFoundException e) {
      // It has expired since.
    }
    throw new CommitConflictException(
        table.path(),
        "the table was created after the write began, and its first snapshot has expired; retry"
            + " on the latest snapshot");
  }

  /** If the table was dropped and recreated, its ids belong to other columns. */
  private void requireSameTable(TableColumns before) throws IOException {
    boolean same = columns.snapshot() <= before.snapshot();
    if (same && columns.snapshot() >= before.retainedFrom()) {
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
