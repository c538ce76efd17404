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
 * What a commit does to a table: adds files, and takes out those that {@code replaced} names. It is
 * computed anew for each state that turns out to be the newest.
 *
 * @param replaced null = none, which saves looking at foreign files
 * @param mustReplace number of files that {@code replaced} has to find; -1 = any
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
    Predicate<DataFile> replaced,
    long mustReplace) {

  TableState apply(DataSet dataSet, TableState base) throws IOException {
    Schema before = schemaBefore(dataSet, base);
    Schema merged = before == null ? schema : SchemaMerge.merge(before, schema, mergeSchema);
    SortedMap<String, DataFile> files = new TreeMap<>();
    Set<ExcludedFile> excluded = new LinkedHashSet<>();
    long removed = 0;
    if (base != null) {
      for (DataFile f : base.files().values()) {
        if (replaced != null && replaced.test(f)) {
          removed++;
        } else {
          files.put(f.path(), before == null ? f : SchemaMerge.restate(f, before, merged));
        }
      }
      excluded.addAll(base.excluded());
    }
    if (replaced != null) {
      removed += exclude(dataSet, base, excluded);
    }
    if (mustReplace >= 0 && removed != mustReplace) {
      throw new CommitConflictException(dataSet.path(), mustReplace, removed);
    }
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
            commitId,
            // History does not run backwards, whatever the clocks of its writers do.
            base == null ? now : Math.max(now, base.info().timestampMillis()),
            operation,
            added.size(),
            removed,
            rows,
            bytes);
    Map<String, String> all = new LinkedHashMap<>();
    if (base != null && !newTable) {
      all.putAll(base.properties());
    }
    all.putAll(properties);
    return new TableState(
        info, merged, partitionColumns, placementAfter(base), all, files, excluded, 0);
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
  private long exclude(DataSet dataSet, TableState base, Set<ExcludedFile> excluded)
      throws IOException {
    ForeignFiles foreign = dataSet.foreign();
    Set<ExcludedFile> there = new HashSet<>();
    for (FileInfo f : foreign.candidates(true)) {
      there.add(foreign.identity(f));
    }
    excluded.retainAll(there);
    if (there.size() == excluded.size()) {
      return 0;
    }
    if (operation.equals(Commit.OVERWRITE)) {
      // Nothing is asked of the files, so that a damaged one can be replaced too.
      long before = excluded.size();
      excluded.addAll(there);
      return excluded.size() - before;
    }
    List<Found> found = foreign.read(true, Set.copyOf(excluded));
    if (found.isEmpty()) {
      return 0;
    }
    DirectoryView view = new DirectoryView(dataSet.path());
    List<DataFile> visible = new ArrayList<>();
    if (base == null) {
      visible.addAll(view.ofFiles(found, true).files());
    } else {
      view.of(base, found).files().stream().filter(DataFile::foreign).forEach(visible::add);
    }
    Set<String> paths = new HashSet<>();
    visible.stream().filter(replaced).forEach(f -> paths.add(f.path()));
    found.stream()
        .filter(f -> paths.contains(f.path()))
        .forEach(f -> excluded.add(foreign.identity(f.info())));
    return paths.size();
  }
}
