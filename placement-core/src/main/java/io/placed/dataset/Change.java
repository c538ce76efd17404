package io.placed.dataset;

import io.placed.dataset.ForeignFiles.Found;
import io.placed.io.FileInfo;
import io.placed.placement.Placement;
import io.placed.schema.Schema;
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
    Schema schema,
    List<String> partitionColumns,
    Placement placement,
    Map<String, String> properties,
    boolean mergeSchema,
    boolean newTable,
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
  }

  @Override
  public TableState apply(DataSet dataSet, TableState base) throws IOException {
    if (batch != null && base != null) {
      batch.requireNew(dataSet.path(), base.properties());
    }
    Schema before = schemaBefore(dataSet, base);
    Schema merged = before == null ? schema : SchemaMerge.merge(before, schema, mergeSchema);
    SortedMap<String, DataFile> files = new TreeMap<>();
    Set<ExcludedFile> excluded = new LinkedHashSet<>();
    List<DataFile> removed = new ArrayList<>();
    if (base != null) {
      Predicate<DataFile> goes = replaced == null ? f -> false : replaced.in(base.schema());
      for (DataFile f : base.files().values()) {
        if (goes.test(f)) {
          removed.add(f);
        } else {
          files.put(f.path(), before == null ? f : SchemaMerge.restate(f, before, merged));
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
      files.put(f.path(), SchemaMerge.restate(f, schema, merged));
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
    if (base != null && !newTable) {
      all.putAll(base.properties());
    }
    all.putAll(properties);
    if (batch != null) {
      all.put(batch.property(), String.valueOf(batch.number()));
    }
    return new TableState(
        info, merged, partitionColumns, placementAfter(base), all, files, excluded, 0);
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

  /** What the schema has to be compatible with; null = anything goes. */
  private Schema schemaBefore(DataSet dataSet, TableState base) throws IOException {
    if (newTable) {
      return null;
    }
    List<String> columns;
    Schema before;
    if (base != null) {
      columns = base.partitionColumns();
      before = base.schema();
    } else {
      List<Found> found = dataSet.foreign().read(true, Set.of());
      if (found.isEmpty()) {
        return null;
      }
      Snapshot files = new DirectoryView(dataSet.path()).ofFiles(found, true);
      columns = files.partitionColumns();
      before = files.schema();
    }
    if (!columns.equals(partitionColumns)) {
      throw new IllegalArgumentException(
          dataSet.path()
              + ": the table is partitioned by "
              + columns
              + ", what is written by "
              + partitionColumns);
    }
    return before;
  }

  private String placementAfter(TableState base) {
    if (base != null && (placement == null || operation.equals(Commit.APPEND))) {
      return base.placement();
    }
    return (placement == null ? Placement.DEFAULT : placement).toString();
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
    excluded.retainAll(there.keySet());
    if (there.size() == excluded.size()) {
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
    Predicate<DataFile> goes = replaced.in(visible.schema());
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
