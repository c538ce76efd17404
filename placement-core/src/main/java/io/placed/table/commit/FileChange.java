package io.placed.table.commit;

import io.placed.error.CommitConflictException;
import io.placed.io.FileInfo;
import io.placed.placement.Placement;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.discovery.DirectoryView;
import io.placed.table.discovery.ForeignFiles;
import io.placed.table.discovery.ForeignFiles.Found;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.evolution.SchemaMerge;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import io.placed.table.file.Exclusions;
import io.placed.table.partition.Partitioning;
import io.placed.table.partition.TableFields;
import io.placed.table.snapshot.FileList;
import io.placed.table.snapshot.FormerColumns;
import io.placed.table.snapshot.Retention;
import io.placed.table.snapshot.Snapshot;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableProperties;
import io.placed.table.snapshot.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** An operation on files, applied to a state of the table. */
final class FileChange {
  private final FileOperation operation;
  private final CommitPlan plan;
  private final WrittenColumns columns;
  private final TableDirectory table;
  private final UnlistedFiles beside;
  private final ReadFilesCheck reads;

  FileChange(FileOperation operation, TableDirectory table) {
    this.operation = operation;
    this.plan = operation.plan();
    this.columns = new WrittenColumns(operation, table);
    this.table = table;
    this.beside = new UnlistedFiles(table);
    this.reads = new ReadFilesCheck(operation, columns, table, beside);
  }

  TableState apply(TableState base) throws IOException {
    if (plan.batch() != null && base != null) {
      plan.batch().requireNew(table.path(), base.properties());
    }
    // Every write begins the log: it is gone if the directory was dropped or renamed.
    if (base == null && (plan.columns().isPlanned() || !table.log().exists())) {
      throw new CommitConflictException(
          table.path(), "the table was removed after the write was planned");
    }
    if (base != null && plan.creates() && !plan.repeated()) {
      throw reads.thereIsATable(base);
    }
    boolean isNew = operation.columns().replacesAll();
    WrittenColumns.TableColumns before =
        columns.before(base, base != null || isNew ? List.of() : beside.found(base));
    SchemaMerge merge = before == null || takesOnly() ? null : columns.merge(before);
    Schema merged =
        merge != null
            ? merge.merged()
            : before != null ? before.schema() : plan.columns().written();
    Partitioning partitioning = columns.partitioning(base, merged);
    TableFields fields = new TableFields(merged, partitioning);
    FileList files = base == null ? table.log().noFiles(fields) : base.files();
    Set<ExcludedFile> excluded = new LinkedHashSet<>();
    List<DataFile> removed = new ArrayList<>();
    if (base != null) {
      if (operation.replaced() != null) {
        Predicate<DataFile> goes = columns.replaced(base.schema());
        Set<String> paths = operation.replaced().paths();
        Collection<DataFile> some =
            paths == null ? base.files().all().values() : base.files().of(paths);
        some.stream().filter(goes).forEach(removed::add);
        files = files.minus(paths(removed));
      }
      files = marked(files);
      files = files.restated(fields, f -> SchemaMerge.restate(f, base.schema(), merged));
      excluded.addAll(base.excluded());
    }
    excluded.addAll(beside.identities(removed));
    if (operation.replaced() != null) {
      exclude(base, excluded, removed);
    }
    reads.require(base, removed);
    List<DataFile> added = new ArrayList<>();
    long rows = 0;
    long bytes = 0;
    for (DataFile f : operation.added()) {
      columns.requirePartition(f, partitioning, merge, merged);
      added.add(merge == null ? f : merge.restate(f));
      rows += f.rows();
      bytes += f.totalLength();
    }
    partitioning = partitioning.withColumnsOf(added, merged);
    if (plan.repeated()) {
      Set<String> listed = paths(files.of(paths(added)));
      added.removeIf(f -> listed.contains(f.path()));
    }
    SnapshotInfo info =
        SnapshotInfo.after(
                base == null ? null : base.info(),
                plan.commitId(),
                operation.operation(),
                operation.added().size(),
                removed.size(),
                rows,
                bytes,
                operation.marked().values().stream().mapToLong(MarkedFile::rows).sum(),
                table.machine().millis())
            .copying(operation.copied());
    TableState next =
        new TableState(
            info,
            merged,
            partitioning,
            placementAfter(base, merge),
            FormerColumns.without(properties(base), merged),
            files.plus(added),
            excluded,
            lastFieldId(base, merged, partitioning),
            base == null ? 0 : base.cleanup(),
            base == null ? Retention.ALL : base.retention());
    if (replacesUnread()) {
      return next;
    }
    requireForeignReadable(base, next);
    return beside.listedIn(next, base);
  }

  private static int lastFieldId(TableState base, Schema merged, Partitioning partitioning) {
    int known = base == null ? 0 : base.lastFieldId();
    return Math.max(known, Math.max(merged.lastId(), partitioning.lastId()));
  }

  static Set<String> paths(Collection<DataFile> files) {
    return files.stream().map(DataFile::path).collect(Collectors.toSet());
  }

  private Map<String, String> properties(TableState base) throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    if (base != null) {
      all.putAll(base.properties());
    }
    if (operation.columns().replacesAll()) {
      // A table that is written to, not a new one in its place, keeps its properties. What a stream
      // has committed must not be committed again in either.
      boolean sameTable = plan.columns().isPlanned();
      all.keySet()
          .removeIf(
              p -> sameTable ? TableProperties.isEmptyPartition(p) : !StreamBatch.isProperty(p));
    }
    String shows = TableProperties.FOREIGN_FILES;
    if (base == null && beside.hasFilesOfHive()) {
      all.put(shows, "true");
    } else if (base != null && base.properties().containsKey(shows)) {
      // Kept by a REPLACE, too: somebody may be writing such a file now.
      all.put(shows, base.properties().get(shows));
    }
    if (operation instanceof ReplaceFiles && plan.placement() != null) {
      // Settings of an earlier placement would take later writes back to it. Somebody may have set
      // others meanwhile.
      Map<String, String> before = plan.basis() == null ? all : plan.basis().properties();
      Set<Map.Entry<String, String>> earlier = Set.copyOf(before.entrySet());
      all.entrySet().removeIf(p -> Placement.isSetting(p.getKey()) && earlier.contains(p));
    }
    Map<String, String> given = new LinkedHashMap<>(plan.properties());
    if (given.containsKey(shows) && changesRows(base)) {
      given.remove(shows);
    }
    Map<String, String> changed = TableProperties.changed(all, given);
    if (plan.batch() != null) {
      changed.put(plan.batch().property(), String.valueOf(plan.batch().number()));
    }
    return changed;
  }

  /** Those that stay visible; see {@link ForeignTypes}. */
  private void requireForeignReadable(TableState base, TableState next) throws IOException {
    if (base != null
        && base.showsForeignFiles()
        && ForeignTypes.mayDiffer(base.schema(), next.schema())) {
      Exclusions replaced = new Exclusions(next.excluded());
      List<Found> stay =
          beside.found(base).stream().filter(f -> !replaced.has(f.identity())).toList();
      ForeignTypes.requireReadable(table.path(), stay, base, next);
    }
  }

  /** With the deletion vectors of the operation, in place of those that it has read. */
  private FileList marked(FileList before) throws IOException {
    Map<String, MarkedFile> marked = operation.marked();
    if (marked.isEmpty()) {
      return before;
    }
    List<DataFile> now = new ArrayList<>();
    for (DataFile f : before.of(marked.keySet())) {
      MarkedFile mark = marked.get(f.path());
      if (!f.identity().equals(mark.read().identity())) {
        throw new CommitConflictException(
            table.path(),
            operation.operation()
                + " was not committed: another commit deleted other rows of "
                + f.path()
                + "; read the table again and retry");
      }
      now.add(f.withDeletes(mark.deletes()));
    }
    if (now.size() != marked.size()) {
      throw new CommitConflictException(table.path(), marked.size(), now.size());
    }
    return before.minus(marked.keySet()).plus(now);
  }

  /** Whether files are only removed, so that the schema does not change. */
  private boolean takesOnly() {
    boolean ofColumns =
        operation.columns() == SchemaMerge.Mode.SAME
            || operation.columns() == SchemaMerge.Mode.EITHER
            || !operation.marked().isEmpty();
    boolean some = operation.replaced() != null && !(operation instanceof Overwrite);
    return operation.added().isEmpty() && some && plan.placement() == null && ofColumns;
  }

  private String placementAfter(TableState base, SchemaMerge merge) throws CommitConflictException {
    if (base != null && (plan.placement() == null || operation instanceof Append)) {
      return base.placement();
    }
    if (plan.placement() == null) {
      return Placement.DEFAULT.toString();
    }
    if (merge != null) {
      for (String name : merge.renamed()) {
        requireNotNamed(name);
      }
    }
    return plan.placement().toString();
  }

  /** A placement names columns as text, which would refer to other columns after a rename. */
  private void requireNotNamed(String column) throws CommitConflictException {
    String other = column;
    while (plan.columns().written().indexOf(other) >= 0) {
      other += "_";
    }
    List<Field> without = new ArrayList<>();
    for (Field f : plan.columns().written().fields()) {
      if (!plan.partitionColumns().contains(f.name())) {
        without.add(f.name().equals(column) ? new Field(f.id(), other, f.type(), f.nullable()) : f);
      }
    }
    try {
      plan.placement().requireFits(Schema.of(without));
    } catch (IllegalArgumentException named) {
      throw new CommitConflictException(
          table.path(),
          "column "
              + column
              + ", which the placement "
              + plan.placement()
              + " names, was renamed or dropped after the write was planned; retry on the latest"
              + " snapshot");
    }
  }

  /** Whether it replaces all files, whatever is in them, so that damaged ones can be replaced. */
  private boolean replacesUnread() {
    return operation instanceof Overwrite && plan.basis() == null && !plan.serializable();
  }

  /**
   * Whether only some rows change, of files that did not show foreign ones. Rows of these that the
   * statement should have changed, too, must not appear with it; the next one shows them.
   */
  private boolean changesRows(TableState base) throws IOException {
    return base != null
        && !base.showsForeignFiles()
        && operation.replaced() != null
        && (operation.replaced().paths() != null
            || !(operation instanceof Overwrite) && beside.hidesRowsOfPartitions(base));
  }

  /** Whether foreign files become visible with this commit. */
  private boolean appear(TableState base) throws IOException {
    return base != null
        && !base.showsForeignFiles()
        && TableProperties.showForeignFiles(plan.properties())
        && !changesRows(base);
  }

  /** Excludes the replaced foreign files, and drops exclusions of files that no longer exist. */
  private void exclude(TableState base, Set<ExcludedFile> excluded, List<DataFile> removed)
      throws IOException {
    // With this commit files become visible that were not before: no rows of them were read, but
    // nothing that is to be replaced may appear in its place.
    boolean appear = appear(base);
    if (base != null && !base.showsForeignFiles() && !appear) {
      return; // Nobody lists files: a vacuum drops exclusions.
    }
    ForeignFiles foreign = table.foreign();
    Map<ExcludedFile, FileInfo> there = new LinkedHashMap<>();
    for (FileInfo f : beside.candidates()) {
      there.put(foreign.identity(f), f);
    }
    excluded.removeAll(foreign.gone(excluded, there.keySet()));
    if (excluded.containsAll(there.keySet())) {
      return;
    }
    if (replacesUnread()) {
      there.keySet().removeAll(excluded);
      Exclusions before = new Exclusions(Set.copyOf(excluded));
      for (ExcludedFile e : foreign.identified(List.copyOf(there.values()))) {
        if (!before.has(e)) {
          excluded.add(e);
          if (!appear) {
            removed.add(DataFile.unknown(e.path(), e.length()));
          }
        }
      }
      return;
    }
    List<Found> found = appear ? beside.hidden(base) : beside.found(base);
    if (found.isEmpty()) {
      return;
    }
    DirectoryView view = new DirectoryView(table.path());
    Snapshot visible = base == null ? view.ofFiles(found, true) : view.of(base, found);
    Predicate<DataFile> goes = columns.replaced(visible.schema());
    Set<String> paths = new HashSet<>();
    for (DataFile f : visible.files()) {
      if (f.foreign() && goes.test(f)) {
        paths.add(f.path());
        if (!appear) {
          removed.add(f);
        }
      }
    }
    found.stream().filter(f -> paths.contains(f.path())).forEach(f -> excluded.add(f.identity()));
  }
}
