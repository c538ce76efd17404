package io.placed.table.commit;

import io.placed.io.FileInfo;
import io.placed.io.PathNames;
import io.placed.table.discovery.ForeignFiles;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.file.ExcludedFile;
import io.placed.table.file.ManagedName;
import io.placed.table.manifest.MissingManifestException;
import io.placed.table.snapshot.FileList;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Brings back the state of an older snapshot, whatever was committed since. What is about the log,
 * and not about the table, stays.
 */
public record Rollback(String commitId, long snapshot) implements TableOperation {
  /** Commits a rollback. */
  public static TableState commit(TableDirectory table, long snapshot) throws IOException {
    String id = ManagedName.newCommit(table.machine());
    return new Publisher(table, id, Long.MAX_VALUE).publish(new Rollback(id, snapshot));
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
    ForeignChange foreign = foreign(table, base, old);
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

  /** Batches of streams that were committed stay committed. */
  private static Map<String, String> properties(TableState base, TableState old) {
    Map<String, String> all = new LinkedHashMap<>(old.properties());
    all.keySet().removeIf(StreamBatch::isProperty);
    base.properties()
        .forEach(
            (k, v) -> {
              if (StreamBatch.isProperty(k)) {
                all.put(k, v);
              }
            });
    return all;
  }

  /**
   * Foreign files that are replaced afterwards, and how many appear and disappear.
   *
   * @param excluded those that the older snapshot had replaced, and those that came after it
   */
  private record ForeignChange(Set<ExcludedFile> excluded, int restored, int removed) {}

  private static Set<String> paths(List<DataFile> files) {
    return files.stream().map(DataFile::path).collect(Collectors.toSet());
  }

  private ForeignChange foreign(TableDirectory table, TableState base, TableState old)
      throws IOException {
    ForeignFiles foreign = table.foreign();
    long until = table.history().replacedMillis(snapshot, base);
    Set<ExcludedFile> there = new HashSet<>();
    Set<ExcludedFile> excluded = new HashSet<>();
    boolean any = base.showsForeignFiles() || old.showsForeignFiles();
    List<FileInfo> candidates = any ? foreign.candidates(true) : List.of();
    Set<String> paths = new HashSet<>();
    candidates.forEach(f -> paths.add(foreign.identity(f).path()));
    Set<String> listed = paths(old.files().of(paths));
    Set<String> listedNow = paths(base.files().of(paths));
    for (FileInfo f : candidates) {
      if (listed.contains(foreign.identity(f).path())) {
        continue; // It comes back as the entry that it is.
      }
      there.add(foreign.identity(f));
      if (old.showsForeignFiles() && f.modifiedMillis() > until) {
        excluded.add(foreign.identity(f));
      }
    }
    for (ExcludedFile e : old.excluded()) {
      // A file that the listing missed would become visible again.
      if (there.contains(e) || foreign.isThere(e)) {
        excluded.add(e);
      }
    }
    int restored = 0;
    int removed = 0;
    for (ExcludedFile e : there) {
      boolean was =
          base.showsForeignFiles() && !base.excluded().contains(e) && !listedNow.contains(e.path());
      boolean is = old.showsForeignFiles() && !excluded.contains(e);
      restored += is && !was ? 1 : 0;
      removed += was && !is ? 1 : 0;
    }
    return new ForeignChange(excluded, restored, removed);
  }
}
