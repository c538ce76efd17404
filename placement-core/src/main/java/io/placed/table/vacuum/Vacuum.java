package io.placed.table.vacuum;

import io.placed.error.CorruptFileException;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.table.commit.Cleanup;
import io.placed.table.commit.CommitClaims;
import io.placed.table.commit.Expiry;
import io.placed.table.commit.Publisher;
import io.placed.table.discovery.InnerTables;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.ExcludedFile;
import io.placed.table.file.ManagedName;
import io.placed.table.rewrite.RewriteJournal;
import io.placed.table.snapshot.Retention;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.SnapshotNumbers;
import io.placed.table.snapshot.TableState;
import io.placed.write.pack.SiblingNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Expires snapshots, and removes files that no retained snapshot lists.
 *
 * <p>Order: announce which snapshots expire; copy those that have tags; remove old snapshots, in
 * ascending order; remove data files and manifests. Retained snapshots are intact wherever this is
 * interrupted. A file whose commit is in the log is removed once its last snapshot has expired; any
 * other file may belong to an unfinished write and stays until the youngest file of its commit is
 * old.
 */
public final class Vacuum {
  /**
   * Files of unfinished writes are kept for at least a day: HDFS does not update the modification
   * time of a file while it is being written.
   */
  static final long MIN_UNFINISHED_MILLIS = TimeUnit.DAYS.toMillis(1);

  private final TableDirectory table;
  private final FileStore store;
  private final SnapshotLog log;
  private final CommitClaims claims;
  private final VacuumOptions options;
  private final long now;
  private final InnerTables inner;

  /** Commits of which a file was found. */
  private final Set<String> commits = new HashSet<>();

  /** Files of other names, as long as they were found. */
  private final Set<ExcludedFile> there = new HashSet<>();

  private final List<String> removed = new ArrayList<>();
  private long bytesRemoved;
  private long filesUnfinished;
  private long bytesUnfinished;

  /**
   * @param now in milliseconds since 1970-01-01T00:00:00Z
   */
  public Vacuum(TableDirectory table, VacuumOptions options, long now) {
    this.table = table;
    this.store = table.store();
    this.log = table.log();
    this.claims = new CommitClaims(table);
    this.inner = new InnerTables(store, table.path());
    this.options = options;
    this.now = now;
  }

  public VacuumResult run() throws IOException {
    SnapshotNumbers.Listed numbers = log.numbers().listed();
    List<Long> ids = numbers.run();
    if (ids.isEmpty()) {
      throw new FileNotFoundException(
          table.path() + ": cannot be vacuumed: the directory has no snapshot of a table");
    }
    Expiring expiring = expiring(ids);
    Retained retained = Retained.of(log, expiring.retention(), expiring.kept(), expiring.expired());
    if (!options.dryRun()) {
      expire(expiring);
      removeTakenBack(numbers.before());
    }
    removeFiles(retained, expiring.newest());
    if (!options.dryRun()) {
      dropExclusions();
      removeJournals();
      removeClaims();
      removeTemporaries();
    }
    return new VacuumResult(
        expiring.expired().size(),
        expiring.keptBefore(),
        removed,
        bytesRemoved,
        filesUnfinished,
        bytesUnfinished);
  }

  /**
   * What a vacuum keeps of a log and what it does not, by ids, ascending.
   *
   * @param retention of the latest snapshot
   * @param kept those with tags included
   * @param keptBefore how many of them are not of this vacuum
   * @param numbers of the log that are to be removed, whose snapshots a tag may keep
   * @param copies that are to be removed
   */
  private record Expiring(
      Retention retention,
      long newest,
      List<Long> kept,
      int keptBefore,
      List<Long> expired,
      List<Long> numbers,
      List<Long> copies) {}

  /**
   * Commits what is to expire: from then on nobody can tag or restore it. A tag or a rollback that
   * came before is in the retention or among the kept snapshots.
   */
  private Expiring expiring(List<Long> ids) throws IOException {
    long last = ids.get(ids.size() - 1);
    Retention retention = log.read(last).retention();
    requireRetained(ids.get(0) - 1, retention);
    long from = Math.max(retention.from(), ids.get(firstKept(ids)));
    long newest = last;
    if (from > Math.max(retention.from(), ids.get(0))) {
      if (options.dryRun()) {
        retention = log.expire(retention, from);
      } else {
        String id = ManagedName.newCommit(table.machine());
        TableState announced =
            new Publisher(table, id, Long.MAX_VALUE).publish(new Expiry(id, from));
        retention = announced.retention();
        newest = announced.info().id();
      }
    }
    List<Long> kept = new ArrayList<>(retention.onlyTagged());
    for (long id = retention.from(); id <= newest; id++) {
      kept.add(id);
    }
    List<Long> expired = new ArrayList<>();
    List<Long> copies = new ArrayList<>();
    for (long id : log.copies().ids()) {
      if (!retention.has(id)) {
        copies.add(id);
        expired.add(id);
      }
    }
    List<Long> numbers = new ArrayList<>();
    for (long id : ids) {
      if (id < retention.from()) {
        numbers.add(id);
        if (!retention.has(id)) {
          expired.add(id);
        }
      }
    }
    int own = newest > last ? 1 : 0;
    return new Expiring(retention, newest, kept, kept.size() - own, expired, numbers, copies);
  }

  /**
   * A number that is retained and not there was lost: the snapshots below it are not withdrawn
   * ones, and what they list is not of unfinished commits.
   *
   * @param missing the first number that is not there
   */
  private void requireRetained(long missing, Retention retention) throws IOException {
    if (missing < retention.from()) {
      return;
    }
    if (log.newest().retention().from() > missing) {
      throw log.removed(missing, null);
    }
    throw new CorruptFileException(
        log.pathOf(missing),
        0,
        "the snapshot is missing, although snapshots from "
            + retention.from()
            + " on are retained; the vacuum has removed nothing");
  }

  /** Removes snapshots in gaps, of writers that crashed before they could withdraw them. */
  private void removeTakenBack(List<Long> ids) throws IOException {
    for (long id : ids) {
      if (isOld(log.read(id).info().timestampMillis())) {
        log.delete(id);
      }
    }
  }

  /**
   * Position of the oldest retained snapshot. All later ones are retained. Those of vacuums have
   * the files of the snapshot before and do not count.
   */
  private int firstKept(List<Long> ids) throws IOException {
    int first = ids.size();
    for (int counted = 0; first > 0 && counted < options.keep(); ) {
      first--;
      boolean own = log.read(ids.get(first)).info().operation().equals(SnapshotInfo.VACUUM);
      counted += own ? 0 : 1;
    }
    long from = now - options.olderThan().toMillis();
    while (first > 0) {
      // The age of a snapshot counts from the time when the next one replaced it.
      if (log.read(ids.get(first)).info().timestampMillis() <= from) {
        break;
      }
      first--;
    }
    return first;
  }

  private void expire(Expiring expiring) throws IOException {
    if (!expiring.numbers().isEmpty()) {
      log.numbers().hint(expiring.newest());
    }
    for (long id : expiring.retention().onlyTagged()) {
      log.copies().make(id);
    }
    for (long id : expiring.numbers()) {
      log.delete(id);
    }
    for (long id : expiring.copies()) {
      log.copies().delete(id);
    }
  }

  private void removeFiles(Retained retained, long newest) throws IOException {
    Map<String, List<FileInfo>> unknown = new HashMap<>();
    List<FileInfo> goes = new ArrayList<>();
    Set<String> replaced = new HashSet<>();
    List<FileInfo> siblings = new ArrayList<>();
    List<FileInfo> files =
        new ArrayList<>(store.walk(table.path(), n -> !PathNames.isHiddenDirectory(n)));
    files.addAll(log.commitFiles());
    for (FileInfo file : files) {
      String path = PathNames.relativize(table.path(), file.path());
      String name = PathNames.name(path);
      String commit =
          path.startsWith(SnapshotLog.DIRECTORY + "/")
              ? ManagedName.commitOfLogFile(name)
              : ManagedName.commitOf(name);
      if (commit == null) {
        commit = ManagedName.commitOfTemporary(name);
        if (commit == null) {
          there.add(table.foreign().identity(file));
          // A file that the table shows although it is of another table is not this one's to
          // remove.
          if (retained.isReplaced(path, file) && !retained.lists(path) && inner.of(path) == null) {
            goes.add(file);
            replaced.add(path);
          } else if (SiblingNames.tableFileOf(name) != null) {
            siblings.add(file);
          }
          continue;
        }
      }
      if (retained.lists(path)) {
        continue;
      }
      commits.add(commit);
      if (retained.wasListed(path)) {
        goes.add(file);
      } else {
        unknown.computeIfAbsent(commit, c -> new ArrayList<>()).add(file);
      }
    }
    for (FileInfo file : siblings) {
      String path = PathNames.relativize(table.path(), file.path());
      String tableFile = SiblingNames.tableFileOf(PathNames.name(path));
      // A young sibling may belong to a file that is replacing this one.
      boolean old = isOld(List.of(file));
      if (old && replaced.contains(PathNames.join(PathNames.parent(path), tableFile))) {
        goes.add(file);
      }
    }
    for (FileInfo file : goes) {
      remove(file);
      there.remove(table.foreign().identity(file));
    }
    removeUnfinished(unknown, newest);
  }

  /**
   * Writes claims, then a snapshot that every writer must read before it can commit, then reads the
   * log up to this one: files committed until then stay, and no others can be committed any more.
   * So it does not matter how long or where a writer pauses.
   */
  private void removeUnfinished(Map<String, List<FileInfo>> unknown, long newest)
      throws IOException {
    Map<String, List<FileInfo>> old = new HashMap<>();
    for (Map.Entry<String, List<FileInfo>> commit : unknown.entrySet()) {
      List<FileInfo> files = new ArrayList<>();
      for (FileInfo file : commit.getValue()) {
        if (inner.of(PathNames.relativize(table.path(), file.path())) == null
            && !store.isLinked(table.path(), file.path())) {
          files.add(file);
        }
      }
      if (!isOld(commit.getValue())) {
        filesUnfinished += files.size();
        bytesUnfinished += files.stream().mapToLong(FileInfo::length).sum();
      } else if (!files.isEmpty()) {
        old.put(commit.getKey(), files);
      }
    }
    if (old.isEmpty()) {
      return;
    }
    long last = newest;
    if (options.dryRun()) {
      last = log.newestId();
    } else {
      for (String commit : old.keySet()) {
        claims.take(commit);
      }
      last = publish(true, Set.of());
    }
    ListedPaths added = LaterCommits.paths(log, newest, last);
    for (List<FileInfo> files : old.values()) {
      for (FileInfo file : files) {
        if (!added.has(PathNames.relativize(table.path(), file.path()))) {
          remove(file);
        }
      }
    }
  }

  /** The number of the snapshot. */
  private long publish(boolean announces, Set<ExcludedFile> gone) throws IOException {
    String id = ManagedName.newCommit(table.machine());
    Cleanup cleanup = new Cleanup(id, announces, gone);
    return new Publisher(table, id, Long.MAX_VALUE).publish(cleanup).info().id();
  }

  /** The root would keep the names of replaced files for ever: other commits list no files. */
  private void dropExclusions() throws IOException {
    Set<ExcludedFile> gone = table.foreign().gone(log.newest().excluded(), there);
    if (!gone.isEmpty()) {
      publish(false, gone);
    }
  }

  private boolean isOld(List<FileInfo> files) {
    return files.stream().allMatch(f -> isOld(f.modifiedMillis()));
  }

  private boolean isOld(long millis) {
    return millis < now - Math.max(options.olderThan().toMillis(), MIN_UNFINISHED_MILLIS);
  }

  private void remove(FileInfo file) throws IOException {
    if (store.isLinked(table.path(), file.path()) || (!options.dryRun() && !isStill(file))) {
      return;
    }
    if (!options.dryRun()) {
      store.delete(file.path(), false);
    }
    String path = PathNames.relativize(table.path(), file.path());
    if (!path.startsWith(SnapshotLog.DIRECTORY + "/")) {
      removed.add(path); // Files of the log are not the user's files.
    }
    bytesRemoved += file.length();
  }

  /** A foreign file of the same name may have been added meanwhile. */
  private boolean isStill(FileInfo file) throws IOException {
    try {
      FileInfo there = store.stat(file.path());
      return there.length() == file.length() && there.modifiedMillis() == file.modifiedMillis();
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** Temporary files of interrupted puts. */
  private void removeTemporaries() throws IOException {
    for (FileInfo file : store.list(log.directory(), false)) {
      String name = PathNames.name(file.path());
      if (name.startsWith(".") && name.endsWith(".tmp") && isOld(List.of(file))) {
        store.delete(file.path(), false);
      }
    }
  }

  /** While files of a commit exist, another vacuum may be about to remove them. */
  private void removeClaims() throws IOException {
    for (FileInfo file : claims.files()) {
      if (isOld(List.of(file)) && !commits.contains(CommitClaims.commitOf(file))) {
        store.delete(file.path(), false);
      }
    }
  }

  private void removeJournals() throws IOException {
    for (RewriteJournal journal : RewriteJournal.all(table)) {
      if (isOld(journal.modifiedMillis())) {
        journal.delete();
      }
    }
  }
}
