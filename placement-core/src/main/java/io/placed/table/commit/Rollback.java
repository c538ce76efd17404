package io.placed.table.commit;

import io.placed.io.FileInfo;
import io.placed.io.PathNames;
import io.placed.table.discovery.ForeignFiles;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import io.placed.table.file.Exclusions;
import io.placed.table.file.ManagedName;
import io.placed.table.manifest.MissingManifestException;
import io.placed.table.snapshot.FileList;
import io.placed.table.snapshot.FormerColumns;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Brings back the state of an older snapshot. What is about the log, and not about the table,
 * stays.
 *
 * @param newest the last snapshot that may have been committed since
 */
public record Rollback(String commitId, long snapshot, long newest) implements TableOperation {
  /** Clocks of writers and of file systems differ by less. */
  private static final long CLOCKS_MILLIS = Duration.ofMinutes(10).toMillis();

  /** Commits a rollback, whatever was committed since. */
  public static TableState commit(TableDirectory table, long snapshot) throws IOException {
    return commit(table, snapshot, Long.MAX_VALUE);
  }

  /** Undoes a commit if it is the last one. */
  public static TableState undo(TableDirectory table, long commit) throws IOException {
    return commit(table, commit - 1, commit);
  }

  private static TableState commit(TableDirectory table, long snapshot, long newest)
      throws IOException {
    String id = ManagedName.newCommit(table.machine());
    return new Publisher(table, id, Long.MAX_VALUE).publish(new Rollback(id, snapshot, newest));
  }

  private boolean isUndo() {
    return newest != Long.MAX_VALUE;
  }

  @Override
  public String operation() {
    return SnapshotInfo.ROLLBACK;
  }

  @Override
  public TableState apply(TableDirectory table, TableState base) throws IOException {
    if (base == null) {
      throw new IllegalArgumentException(
          table.path() + ": cannot be rolled back before its first snapshot");
    }
    if (base.info().id() > newest) {
      throw new IllegalStateException(
          table.path()
              + ": snapshot "
              + newest
              + " cannot be undone: snapshot "
              + base.info().id()
              + " was committed since ("
              + base.info().operation()
              + ")");
    }
    TableState old = table.history().retained(snapshot, base);
    List<FileList.Differing> restored;
    List<FileList.Differing> removed;
    try {
      // Entries may be cached.
      for (String manifest : old.files().manifestPaths()) {
        table.store().stat(PathNames.join(table.path(), manifest));
      }
      restored = old.files().notIn(base.files());
      removed = base.files().notIn(old.files());
      new FileCheck(table)
          .requireComplete(restored.stream().map(FileList.Differing::file).toList());
    } catch (MissingManifestException e) {
      if (!table.log().exists(base.info().id())) {
        throw e; // The base has expired: retried on a newer one.
      }
      throw missing(table, e);
    } catch (FileNotFoundException e) {
      throw missing(table, e);
    }
    ForeignChange foreign = foreign(table, base, old, removed);
    SnapshotInfo info =
        SnapshotInfo.after(
            base.info(),
            commitId,
            operation(),
            restored.size() + foreign.restored(),
            removed.size() + foreign.removed(),
            restored.stream().mapToLong(Rollback::rows).sum(),
            restored.stream()
                .filter(d -> d.other() == null)
                .mapToLong(d -> d.file().totalLength())
                .sum(),
            0,
            table.machine().millis());
    return new TableState(
        info.restoring(snapshot),
        old.schema(),
        old.partitioning(),
        old.placement(),
        properties(base, old),
        old.files().after(base.files()),
        foreign.excluded(),
        Math.max(base.lastFieldId(), old.lastFieldId()),
        base.cleanup(),
        base.retention());
  }

  /** Rows that come back with a file. */
  private static long rows(FileList.Differing d) {
    return Math.max(0, d.file().liveRows() - (d.other() == null ? 0 : d.other().liveRows()));
  }

  private IOException missing(TableDirectory table, IOException cause) {
    FileNotFoundException missing =
        new FileNotFoundException(
            table.path()
                + ": snapshot "
                + snapshot
                + " cannot be restored, because a file of it is gone: "
                + cause.getMessage());
    missing.initCause(cause);
    return missing;
  }

  /** Batches of streams that were committed stay committed, and names that catalogs may have. */
  private Map<String, String> properties(TableState base, TableState old) {
    Map<String, String> all = new LinkedHashMap<>(old.properties());
    if (isUndo()) {
      return all; // Nobody knows what is undone.
    }
    all.putAll(FormerColumns.of(base.properties()));
    all.keySet().removeIf(StreamBatch::isProperty);
    base.properties()
        .forEach(
            (k, v) -> {
              if (StreamBatch.isProperty(k)) {
                all.put(k, v);
              }
            });
    return FormerColumns.after(all, base.schema(), old.schema(), base.info().id() + 1);
  }

  /**
   * Foreign files that are replaced afterwards, and how many appear and disappear.
   *
   * @param excluded those that the older snapshot had replaced, and those that came after it unless
   *     a commit is undone
   */
  private record ForeignChange(Set<ExcludedFile> excluded, int restored, int removed) {}

  /**
   * The times of files tell which of them came after the snapshot. In a directory that was copied
   * without them all files seem to have come later, that of the snapshot itself included, and all
   * rows of foreign files would be lost.
   */
  private void requireOwnTimes(TableDirectory table, ExcludedFile later, long until)
      throws IOException {
    FileInfo own;
    try {
      own = table.store().stat(table.log().pathOf(snapshot));
    } catch (FileNotFoundException e) {
      return; // Only a tag keeps it, in a file that was written later.
    }
    if (own.modifiedMillis() - CLOCKS_MILLIS > until) {
      throw new IOException(
          table.path()
              + ": cannot be rolled back to snapshot "
              + snapshot
              + ": files have the time at which the directory was copied, so that it is not known"
              + " whether the snapshot showed foreign files such as "
              + later.path()
              + "; copy tables with their times (cp -p, distcp -pt), or add the files to the table"
              + " (placed add-files) and remove what should not be in it");
    }
  }

  private static Set<String> paths(List<DataFile> files) {
    return files.stream().map(DataFile::path).collect(Collectors.toSet());
  }

  private ForeignChange foreign(
      TableDirectory table, TableState base, TableState old, List<FileList.Differing> removed)
      throws IOException {
    ForeignFiles foreign = table.foreign();
    // What others put there beside a commit that is undone is as visible as without that commit.
    long until = isUndo() ? Long.MAX_VALUE : table.history().replacedMillis(snapshot, base);
    boolean any = base.showsForeignFiles() || old.showsForeignFiles();
    List<FileInfo> candidates = any ? foreign.candidates(true) : List.of();
    Set<String> paths = new HashSet<>();
    candidates.forEach(f -> paths.add(foreign.identity(f).path()));
    Set<String> listed = paths(old.files().of(paths));
    Set<String> listedNow = paths(base.files().of(paths));
    List<FileInfo> unlisted =
        candidates.stream()
            // Others come back as the entries that they are.
            .filter(f -> !listed.contains(foreign.identity(f).path()))
            .toList();
    Set<ExcludedFile> there = new HashSet<>(foreign.identified(unlisted));
    Exclusions before = new Exclusions(old.excluded());
    Exclusions now = new Exclusions(base.excluded());
    Set<ExcludedFile> excluded = new HashSet<>();
    for (ExcludedFile e : there) {
      if (old.showsForeignFiles() && !before.has(e) && e.modifiedMillis() > until) {
        excluded.add(e);
      }
    }
    if (!excluded.isEmpty()) {
      requireOwnTimes(table, excluded.iterator().next(), until);
    }
    excluded.addAll(old.excluded());
    if (!old.showsForeignFiles() && !isUndo()) {
      // The next commit of a catalog may show foreign files again, but none that was in the table.
      base.excluded().stream().filter(e -> !listed.contains(e.path())).forEach(excluded::add);
      if (base.showsForeignFiles()) {
        there.stream().filter(e -> !now.has(e)).forEach(excluded::add);
      }
      List<DataFile> gone =
          removed.stream().filter(d -> d.other() == null).map(FileList.Differing::file).toList();
      excluded.addAll(new UnlistedFiles(table).identities(gone));
    }
    excluded.removeAll(foreign.gone(excluded, there));
    Exclusions after = new Exclusions(excluded);
    int restored = 0;
    int hidden = 0;
    for (ExcludedFile e : there) {
      boolean was = base.showsForeignFiles() && !now.has(e) && !listedNow.contains(e.path());
      boolean is = old.showsForeignFiles() && !after.has(e);
      restored += is && !was ? 1 : 0;
      hidden += was && !is ? 1 : 0;
    }
    return new ForeignChange(excluded, restored, hidden);
  }
}
