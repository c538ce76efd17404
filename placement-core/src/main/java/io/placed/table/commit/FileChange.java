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
import io.placed.table.manifest.MissingManifestException;
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

  FileChange(FileOperation operation, TableDirectory table) {
    this.operation = operation;
    this.plan = operation.plan();
    this.columns = new WrittenColumns(operation, table);
    this.table = table;
    this.beside = new UnlistedFiles(table);
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
      throw thereIsATable(base);
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
        Predicate<DataFile> goes = goes(base.schema());
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
    requireExpected(base, removed);
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

  private static Set<String> paths(Collection<DataFile> files) {
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

  private void requireExpected(TableState base, List<DataFile> removed) throws IOException {
    if (operation.mustReplace() >= 0 && removed.size() != operation.mustReplace()) {
      throw new CommitConflictException(table.path(), operation.mustReplace(), removed.size());
    }
    if (plan.basis() == null && operation.mustReplace() >= 0) {
      requireNotMarked(removed);
    }
    if (operation.replacesPartitions()) {
      requireInPartitions(base);
    }
    if (plan.serializable()) {
      requireSame(base);
    } else if (plan.basis() != null) {
      Set<String> read = identities(plan.basis().files(paths(removed)));
      for (DataFile f : removed) {
        if (!read.contains(f.identity())) {
          throw new CommitConflictException(
              table.path(), operation.operation(), f.path(), plan.basis().id());
        }
      }
      if (operation instanceof Overwrite || operation.replacesPartitions()) {
        requireAllThere(base, removed);
      }
    }
  }

  /**
   * A write that was planned before the partitioning was changed may have added a file since, some
   * rows of which are in partitions that are replaced. Of one that was there before, whoever chose
   * the partitions knew, and so of copies of its rows.
   */
  private void requireInPartitions(TableState base) throws IOException {
    List<String> names = base == null ? List.of() : base.partitioning().names(base.schema());
    long planned = plan.columns().snapshot();
    if (base == null || base.info().id() <= planned || base.files().isIn(names)) {
      return;
    }
    List<DataFile> added = new ArrayList<>(base.files().all().values());
    added.removeIf(f -> f.ids().snapshot() <= planned || f.isIn(names));
    if (!added.isEmpty()) {
      for (SnapshotInfo s : table.history().after(planned)) {
        boolean copies = s.operation().equals(SnapshotInfo.REWRITE);
        added.removeIf(
            f -> f.ids().snapshot() == s.id() && (copies || s.copied().files().contains(f.path())));
      }
    }
    if (!added.isEmpty()) {
      throw new CommitConflictException(
          table.path(),
          added.get(0).path()
              + ", which was added after "
              + operation.operation()
              + " was planned, is in no partition of ["
              + String.join(", ", names)
              + "], and may have rows of those that are replaced; retry on the latest snapshot");
    }
  }

  /**
   * What was read and would be replaced is still there. The rows of a file that is gone, or some of
   * them, may be among those to be written.
   */
  private void requireAllThere(TableState base, List<DataFile> removed) throws IOException {
    Predicate<DataFile> goes = goes(plan.basis().schema());
    Set<String> there = identities(removed);
    List<DataFile> changed;
    try {
      changed = base == null ? plan.basis().files() : plan.basis().filesNotIn(base.files());
    } catch (MissingManifestException e) {
      if (table.log().exists(plan.basis().id())) {
        throw e;
      }
      CommitConflictException expired =
          new CommitConflictException(
              table.path(),
              "snapshot "
                  + plan.basis().id()
                  + ", which "
                  + operation.operation()
                  + " has read, has expired; read the table again and retry");
      expired.initCause(e);
      throw expired;
    }
    for (DataFile f : changed) {
      if (goes.test(f) && !there.contains(f.identity())) {
        throw removedMeanwhile(f);
      }
    }
  }

  private CommitConflictException removedMeanwhile(DataFile read) {
    return new CommitConflictException(
        table.path(),
        "another commit removed "
            + read.path()
            + ", which "
            + operation.operation()
            + " has read in snapshot "
            + (plan.basis() == null ? 0 : plan.basis().id())
            + "; read the table again and retry");
  }

  private static Set<String> identities(List<DataFile> files) {
    return files.stream().map(DataFile::identity).collect(Collectors.toSet());
  }

  /** Whoever copied a file without saying what it read may have copied rows deleted since. */
  private void requireNotMarked(List<DataFile> removed) throws IOException {
    for (DataFile f : removed) {
      if (f.deletes() != null) {
        throw new CommitConflictException(
            table.path(),
            operation.operation()
                + " does not say from which snapshot it read "
                + f.path()
                + ", some rows of which are deleted; call basedOn()");
      }
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

  private CommitConflictException thereIsATable(TableState base) {
    return new CommitConflictException(
        table.path(),
        "there was no table here when "
            + operation.operation()
            + " began, and another writer has created one in snapshot "
            + base.info().id()
            + " or before; read it, and choose whether to replace it or to write elsewhere");
  }

  /**
   * The table has just the files that were read. One that is gone is a conflict, too: there may be
   * copies of its rows among those to be written.
   */
  private void requireSame(TableState base) throws IOException {
    if (base != null && plan.basis() == null && operation instanceof Overwrite) {
      throw thereIsATable(base);
    }
    List<DataFile> read = plan.basis() == null ? List.of() : plan.basis().files();
    long snapshot = plan.basis() == null ? 0 : plan.basis().id();
    List<DataFile> visible =
        new ArrayList<>(base == null ? List.of() : base.files().all().values());
    List<Found> found = beside.found(base);
    if (!found.isEmpty()) {
      DirectoryView view = new DirectoryView(table.path());
      visible = (base == null ? view.ofFiles(found, true) : view.of(base, found)).files();
    }
    DataFile added = firstOnlyIn(visible, read);
    if (added != null) {
      throw new CommitConflictException(
          table.path(), operation.operation(), added.path(), snapshot);
    }
    DataFile removed = firstOnlyIn(read, visible);
    if (removed != null) {
      throw removedMeanwhile(removed);
    }
  }

  /** Null if there is none. Of files that the operation marks itself the vectors are compared. */
  private DataFile firstOnlyIn(List<DataFile> files, List<DataFile> others) {
    Set<String> known = identities(others);
    return files.stream()
        .filter(f -> !known.contains(f.identity()) && !operation.marked().containsKey(f.path()))
        .findFirst()
        .orElse(null);
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

  /** Translates the condition, which uses the names of the plan. */
  private Predicate<DataFile> goes(Schema schema) throws CommitConflictException {
    Schema view = plan.columns().view(schema);
    for (String column : operation.replaced().columns()) {
      if (plan.columns().planned().indexOf(column) >= 0 && view.indexOf(column) < 0) {
        throw new CommitConflictException(
            table.path(),
            "column " + column + " of the condition was dropped after the write was planned");
      }
    }
    Predicate<DataFile> goes = operation.replaced().in(view);
    return f -> goes.test(plan.columns().view(f, schema));
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
    Predicate<DataFile> goes = goes(visible.schema());
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
