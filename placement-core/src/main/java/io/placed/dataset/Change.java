package io.placed.dataset;

import io.placed.dataset.ForeignFiles.Found;
import io.placed.io.FileInfo;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What a commit does to a table: adds files, and takes out those that {@code replaced} chooses. It
 * is computed anew for each state that turns out to be the newest.
 *
 * @param mode what becomes of the table's columns
 * @param anySchema whether whatever others made of the table's columns goes with its rows
 * @param replaced null = none, which saves looking at foreign files
 * @param mustReplace number of files that {@code replaced} has to find; -1 = any
 * @param basis what the author of the change had read: of the files that are taken out none may be
 *     newer; null = whatever is there
 * @param serializable whether no file at all may be newer than the basis
 * @param batch null if it is none
 */
record Change(
    String operation,
    String commitId,
    ColumnBinding columns,
    List<String> partitionColumns,
    Placement placement,
    Map<String, String> properties,
    SchemaMerge.Mode mode,
    boolean anySchema,
    List<DataFile> added,
    Selection replaced,
    long mustReplace,
    Snapshot basis,
    boolean serializable,
    StreamBatch batch)
    implements StateChange {

  /** Files of a table. */
  interface Selection {
    /** The condition on files whose statistics and partition values are in this schema. */
    Predicate<DataFile> in(Schema schema);

    /** Columns that the condition is about. */
    default Set<String> columns() {
      return Set.of();
    }
  }

  @Override
  public TableState apply(DataSet dataSet, TableState base) throws IOException {
    if (batch != null && base != null) {
      batch.requireNew(dataSet.path(), base.properties());
    }
    if (base == null && columns.isPlanned()) {
      throw new CommitConflictException(
          dataSet.path(), "the table was removed after the write was planned");
    }
    Table before = before(dataSet, base);
    SchemaMerge merge = before == null || takesOnly() ? null : merge(dataSet, before);
    Schema merged =
        merge != null ? merge.merged() : before != null ? before.schema() : columns.written();
    SortedMap<String, DataFile> files = new TreeMap<>();
    Set<ExcludedFile> excluded = new LinkedHashSet<>();
    List<DataFile> removed = new ArrayList<>();
    if (base != null) {
      Predicate<DataFile> goes = replaced == null ? f -> false : goes(dataSet, base.schema());
      for (DataFile f : base.files().values()) {
        if (goes.test(f)) {
          removed.add(f);
        } else {
          files.put(f.path(), SchemaMerge.restate(f, base.schema(), merged));
        }
      }
      excluded.addAll(base.excluded());
    }
    if (replaced != null) {
      exclude(dataSet, base, excluded, removed);
    }
    requireExpected(dataSet, base, removed);
    long rows = 0;
    long bytes = 0;
    for (DataFile f : added) {
      files.put(f.path(), merge == null ? f : merge.restate(f));
      rows += f.rows();
      bytes += f.totalLength();
    }
    long parent = base == null ? 0 : base.info().id();
    long now = System.currentTimeMillis();
    SnapshotInfo info =
        new SnapshotInfo(
            parent + 1,
            parent,
            base == null ? "" : base.info().commitId(),
            commitId,
            // History does not run backwards, whatever the clocks of its writers do.
            base == null ? now : Math.max(now, base.info().timestampMillis()),
            operation,
            added.size(),
            removed.size(),
            rows,
            bytes);
    Map<String, String> all = new LinkedHashMap<>();
    if (base != null && !isNewTable()) {
      all.putAll(base.properties());
    }
    all.putAll(properties);
    if (batch != null) {
      all.put(batch.property(), String.valueOf(batch.number()));
    }
    return new TableState(
        info,
        merged,
        partitionColumns,
        placementAfter(dataSet, base, merge),
        all,
        files,
        excluded,
        Math.max(merged.lastId(), base == null ? 0 : base.lastFieldId()),
        base == null ? 0 : base.cleanup(),
        0);
  }

  private void requireExpected(DataSet dataSet, TableState base, List<DataFile> removed)
      throws IOException {
    if (mustReplace >= 0 && removed.size() != mustReplace) {
      throw new CommitConflictException(dataSet.path(), mustReplace, removed.size());
    }
    if (basis != null) {
      Set<String> read = new HashSet<>();
      basis.files().forEach(f -> read.add(f.path() + "#" + f.fileId()));
      for (DataFile f : removed) {
        if (!read.contains(f.path() + "#" + f.fileId())) {
          throw new CommitConflictException(dataSet.path(), operation, f.path(), basis.id());
        }
      }
      if (serializable) {
        requireNothingNew(dataSet, base, read);
      }
    }
  }

  private void requireNothingNew(DataSet dataSet, TableState base, Set<String> read)
      throws IOException {
    List<DataFile> visible = new ArrayList<>(base == null ? List.of() : base.files().values());
    Set<ExcludedFile> excluded = base == null ? Set.of() : base.excluded();
    List<Found> found = dataSet.foreign().read(true, excluded);
    if (!found.isEmpty()) {
      DirectoryView view = new DirectoryView(dataSet.path());
      visible = (base == null ? view.ofFiles(found, true) : view.of(base, found)).files();
    }
    for (DataFile f : visible) {
      if (!read.contains(f.path() + "#" + f.fileId())) {
        throw new CommitConflictException(dataSet.path(), operation, f.path(), basis.id());
      }
    }
  }

  private boolean isNewTable() {
    return mode == SchemaMerge.Mode.REPLACE;
  }

  /** What was there, as far as columns go. */
  private record Table(Schema schema, int lastFieldId, long snapshot, String commitId) {}

  /** What the columns have to be compatible with; null = anything goes. */
  private Table before(DataSet dataSet, TableState base) throws IOException {
    List<String> partitions;
    Table before;
    if (base != null) {
      partitions = base.partitionColumns();
      SnapshotInfo info = base.info();
      before = new Table(base.schema(), base.lastFieldId(), info.id(), info.commitId());
    } else {
      List<Found> found = isNewTable() ? List.of() : dataSet.foreign().read(true, Set.of());
      if (found.isEmpty()) {
        return null;
      }
      Snapshot files = new DirectoryView(dataSet.path()).ofFiles(found, true);
      partitions = files.partitionColumns();
      before = new Table(files.schema(), 0, 0, "");
    }
    boolean any = anySchema || before.schema().equals(columns.planned());
    if (!partitions.equals(partitionColumns) && !(isNewTable() && any)) {
      throw new IllegalArgumentException(
          dataSet.path()
              + ": the table is partitioned by "
              + partitions
              + ", what is written by "
              + partitionColumns);
    }
    return before;
  }

  /** Files go and none come, so that the table's columns stay what they are. */
  private boolean takesOnly() {
    boolean ofColumns = mode == SchemaMerge.Mode.SAME || mode == SchemaMerge.Mode.EITHER;
    boolean some = replaced != null && !operation.equals(Commit.OVERWRITE);
    return added.isEmpty() && some && placement == null && ofColumns;
  }

  private SchemaMerge merge(DataSet dataSet, Table before) throws IOException {
    ColumnBinding bound = bound(dataSet, before);
    return SchemaMerge.of(dataSet.path(), before.schema(), before.lastFieldId(), bound, mode);
  }

  private ColumnBinding bound(DataSet dataSet, Table before) throws IOException {
    if (before.snapshot() == 0 || anySchema) {
      return columnsIn(before);
    }
    if (!columns.isPlanned()) {
      return columnsIn(first(dataSet));
    }
    if (!before.schema().equals(columns.planned())) {
      requireSameTable(dataSet, before);
    }
    return columns;
  }

  /** The binding of another write of the same columns, that comes after this one. */
  ColumnBinding next(DataSet dataSet, TableState committed) throws IOException {
    SnapshotInfo info = committed.info();
    Table now = new Table(committed.schema(), committed.lastFieldId(), info.id(), info.commitId());
    ColumnBinding bound = info.id() == 1 ? columnsIn(now) : bound(dataSet, now);
    return bound.in(now.schema(), now.lastFieldId(), info);
  }

  private ColumnBinding columnsIn(Table table) {
    return ColumnBinding.of(
        columns.written(), table.schema(), table.lastFieldId(), table.snapshot(), table.commitId());
  }

  /** Of a write that began before there was a table: others were faster. */
  private static Table first(DataSet dataSet) throws IOException {
    try {
      SnapshotRecord first = dataSet.log().read(1);
      return new Table(first.schema(), first.lastFieldId(), 1, first.info().commitId());
    } catch (FileNotFoundException e) {
      throw new CommitConflictException(
          dataSet.path(),
          "the table was made after the write began, and its first snapshot has expired; plan the"
              + " write on the latest snapshot");
    }
  }

  /** In a table that was removed and made again, ids are of other columns. */
  private void requireSameTable(DataSet dataSet, Table before) throws IOException {
    boolean same = columns.snapshot() <= before.snapshot();
    if (same) {
      try {
        SnapshotInfo planned = dataSet.log().read(columns.snapshot()).info();
        same = planned.commitId().equals(columns.commitId());
      } catch (FileNotFoundException expired) {
        same = true;
      }
    }
    if (!same) {
      throw new CommitConflictException(
          dataSet.path(),
          "the table was removed and made again after the write was planned; plan it on the latest"
              + " snapshot");
    }
  }

  /** The condition is in the names of the plan. */
  private Predicate<DataFile> goes(DataSet dataSet, Schema table) throws CommitConflictException {
    Schema view = columns.view(table);
    for (String column : replaced.columns()) {
      if (columns.planned().indexOf(column) >= 0 && view.indexOf(column) < 0) {
        throw new CommitConflictException(
            dataSet.path(),
            "column "
                + column
                + ", which the condition is about, was dropped after the write was planned");
      }
    }
    Predicate<DataFile> goes = replaced.in(view);
    return f -> goes.test(columns.view(f, table));
  }

  private String placementAfter(DataSet dataSet, TableState base, SchemaMerge merge)
      throws CommitConflictException {
    if (base != null && (placement == null || operation.equals(Commit.APPEND))) {
      return base.placement();
    }
    if (placement == null) {
      return Placement.DEFAULT.toString();
    }
    if (merge != null) {
      for (String name : merge.renamed()) {
        requireNotNamed(dataSet, name);
      }
    }
    return placement.toString();
  }

  /** A placement names columns in a text that readers of the table take by today's names. */
  private void requireNotNamed(DataSet dataSet, String column) throws CommitConflictException {
    String other = column;
    while (columns.written().indexOf(other) >= 0) {
      other += "_";
    }
    List<Field> without = new ArrayList<>();
    for (Field f : columns.written().fields()) {
      if (!partitionColumns.contains(f.name())) {
        without.add(f.name().equals(column) ? new Field(f.id(), other, f.type(), f.nullable()) : f);
      }
    }
    try {
      placement.requireFits(Schema.of(without));
    } catch (IllegalArgumentException named) {
      throw new CommitConflictException(
          dataSet.path(),
          "column "
              + column
              + ", which the placement "
              + placement
              + " names, was renamed or dropped after the write was planned; plan it on the latest"
              + " snapshot");
    }
  }

  /** Excludes the foreign files that are replaced, and forgets exclusions of files long gone. */
  private void exclude(
      DataSet dataSet, TableState base, Set<ExcludedFile> excluded, List<DataFile> removed)
      throws IOException {
    ForeignFiles foreign = dataSet.foreign();
    Map<ExcludedFile, FileInfo> there = new LinkedHashMap<>();
    for (FileInfo f : foreign.candidates(true)) {
      there.put(foreign.identity(f), f);
    }
    for (ExcludedFile e : List.copyOf(excluded)) {
      // A file that a listing misses would be seen again.
      if (!there.containsKey(e) && !foreign.isThere(e)) {
        excluded.remove(e);
      }
    }
    if (excluded.containsAll(there.keySet())) {
      return;
    }
    if (operation.equals(Commit.OVERWRITE) && basis == null) {
      // Nothing is asked of the files, so that a damaged one can be replaced too.
      for (Map.Entry<ExcludedFile, FileInfo> f : there.entrySet()) {
        if (excluded.add(f.getKey())) {
          removed.add(DataFile.unknown(f.getKey().path(), f.getKey().length()));
        }
      }
      return;
    }
    List<Found> found = foreign.read(true, Set.copyOf(excluded));
    if (found.isEmpty()) {
      return;
    }
    DirectoryView view = new DirectoryView(dataSet.path());
    Snapshot visible = base == null ? view.ofFiles(found, true) : view.of(base, found);
    Predicate<DataFile> goes = goes(dataSet, visible.schema());
    Set<String> paths = new HashSet<>();
    for (DataFile f : visible.files()) {
      if (f.foreign() && goes.test(f)) {
        removed.add(f);
        paths.add(f.path());
      }
    }
    found.stream()
        .filter(f -> paths.contains(f.path()))
        .forEach(f -> excluded.add(foreign.identity(f.info())));
  }
}
