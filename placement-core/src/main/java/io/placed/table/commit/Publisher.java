package io.placed.table.commit;

import io.placed.error.CommitConflictException;
import io.placed.error.NothingSentException;
import io.placed.io.PathNames;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.manifest.Manifests;
import io.placed.table.manifest.MissingManifestException;
import io.placed.table.snapshot.RootFitting;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Commits an operation as the next snapshot; retries on the latest snapshot after conflicts. */
public final class Publisher {
  /** With the pauses below, about half a minute of lost races, if an attempt takes no time. */
  private static final int MANY_ATTEMPTS = 100;

  /**
   * Many attempts go on until then: what rewrites thousands of files wins one race in a hundred
   * beside writers that commit twenty times a second, and its files took longer to write.
   */
  private static final long MIN_MILLIS = TimeUnit.MINUTES.toMillis(5);

  /** No more attempts after this time, if there were some. */
  private static final long MAX_MILLIS = TimeUnit.MINUTES.toMillis(10);

  private static final int SOME_ATTEMPTS = 4;
  private static final long MAX_PAUSE_MILLIS = 500;

  /**
   * Snapshots between updates of the hint, which the first one writes; a reader makes at most twice
   * as many existence checks.
   */
  private static final int HINT_EVERY = 16;

  private final TableDirectory table;
  private final String id;
  private final long since;
  private final RootFitting fitting;
  private final WaitingCommit waiting;

  /** Of the table, for all attempts. */
  private final Manifests manifests;

  /** Snapshot ids whose put failed with an unknown outcome. */
  private final Set<Long> uncertain = new TreeSet<>();

  /**
   * The snapshot of this commit that was there when its number was asked for: an earlier try of the
   * same put has made it, or another process that has resumed the commit. Null if there was none.
   */
  private TableState found;

  /**
   * @param since a snapshot that existed before the first file was written; -1 if unknown
   */
  public Publisher(TableDirectory table, String id, long since) {
    this.table = table;
    this.id = id;
    this.since = since;
    this.waiting = new WaitingCommit(table, id);
    this.manifests = table.log().manifests().remembering();
    this.fitting = table.log().fitting(manifests);
  }

  /**
   * Commits; if an earlier attempt whose outcome was unknown has committed, that is the result.
   *
   * @throws IOException if the outcome of an earlier attempt is unknown for ever, because its
   *     number has expired
   */
  public TableState publish(TableOperation change) throws IOException {
    try {
      return publishInTurn(change);
    } finally {
      waiting.end();
    }
  }

  private TableState publishInTurn(TableOperation change) throws IOException {
    SnapshotLog log = table.log();
    long start = table.machine().millis();
    int attempt = 0;
    while (true) {
      TableState base = newest();
      if (waiting.letOthersGo(attempt, base)) {
        base = newest();
      }
      TableState before = base == null ? null : committedBefore(base);
      if (before != null) {
        return before;
      }
      try {
        TableState changed = change.apply(table, base);
        // After a lost race others are fast, and what follows may take long.
        if (attempt == 0 || base == null || !log.exists(base.info().id() + 1)) {
          TableState next = fitted(changed);
          requireFiles(base, change);
          if (tryPut(base, next)) {
            TableState made = found == null ? next : found;
            committed(made);
            // What was remembered is for the attempts only.
            return made.withFiles(made.files().through(table.log().manifests()));
          }
        }
      } catch (MissingManifestException e) {
        // Unless it expired while it was read, the table is damaged.
        if (base == null || log.exists(base.info().id())) {
          throw e;
        }
      }
      pause(table, Math.min(MAX_PAUSE_MILLIS, 4L << Math.min(attempt, 10)));
      attempt++;
      waiting.lost(attempt);
      long millis = table.machine().millis() - start;
      if (attempt >= MANY_ATTEMPTS && millis >= MIN_MILLIS
          || attempt >= SOME_ATTEMPTS && millis > MAX_MILLIS) {
        throw CommitConflictException.lostRaces(
            table.path(), change.operation(), attempt, TimeUnit.MILLISECONDS.toSeconds(millis));
      }
    }
  }

  private TableState newest() throws IOException {
    TableState newest = table.log().newest();
    return newest == null ? null : newest.withFiles(newest.files().through(manifests));
  }

  /** With its files in manifests if they are too many for a root. */
  private TableState fitted(TableState next) throws IOException {
    try {
      return fitting.fit(next);
    } catch (IOException e) {
      if (isClaimed()) {
        throw claimed(e); // Manifests that were being written are gone, too.
      }
      throw e;
    }
  }

  private boolean isClaimed() throws IOException {
    return new CommitClaims(table).isTaken(id);
  }

  private CommitConflictException claimed(IOException cause) {
    CommitConflictException conflict =
        new CommitConflictException(
            table.path(),
            "a vacuum is removing the files of commit "
                + id
                + ", which it considered orphans; write them again");
    conflict.initCause(cause);
    return conflict;
  }

  /** Whether the state is now in the history of the table. */
  boolean tryPut(TableState base, TableState next) throws IOException {
    long number = next.info().id();
    found = null;
    // Before the put: even if it ends with an Error or an interrupt it may have succeeded.
    boolean first = uncertain.add(number);
    try {
      if (put(next) && isInHistory(base, next)) {
        return true;
      }
    } catch (NothingSentException e) {
      if (first) {
        uncertain.remove(number); // The files may go.
      }
      throw e;
    }
    uncertain.remove(number);
    return false;
  }

  /**
   * Whether an attempt that ended with an exception has committed after all. If the snapshot does
   * not exist the outcome is unknown: the request may still be in flight.
   *
   * @throws IOException if the outcome is unknown
   */
  boolean hasCommitted() throws IOException {
    for (long number : uncertain) {
      if (own(number) != null) {
        return true;
      }
    }
    return false;
  }

  private IOException unknown(long number, IOException cause) {
    return new IOException(
        table.path()
            + ": the outcome of commit "
            + id
            + " as snapshot "
            + number
            + " is unknown; its files are kept, and a vacuum removes them later if no snapshot"
            + " lists them",
        cause);
  }

  /**
   * The snapshot of an earlier attempt; null if there is none. Whether its files are still listed
   * does not tell: a rewrite may have replaced them since.
   */
  private TableState committedBefore(TableState base) throws IOException {
    for (long number : List.copyOf(uncertain)) {
      // A later number can still be put, but then this attempt finds it there.
      TableState own = number <= base.info().id() ? own(number) : null;
      if (own != null && (number == base.info().id() || isInHistory(number, true, null))) {
        found = own;
        return own;
      } else if (number <= base.info().id()) {
        uncertain.remove(number);
      }
    }
    return null;
  }

  /**
   * The snapshot of this number if it is of this commit; null if it is of another one.
   *
   * @throws IOException if there is none
   */
  private TableState own(long number) throws IOException {
    try {
      TableState state = table.log().read(number);
      return state.info().commitId().equals(id) ? state : null;
    } catch (FileNotFoundException e) {
      throw unknown(number, e);
    }
  }

  /**
   * Whether the published snapshot was found, and not made by the last attempt: it may list other
   * files than that would have.
   */
  boolean hasFound() {
    return found != null;
  }

  /** Whether the outcome of an attempt is unknown. */
  boolean isUncertain() {
    return !uncertain.isEmpty();
  }

  private boolean put(TableState next) throws IOException {
    long number = next.info().id();
    try {
      // A file system that retries a request may find the file of its first try.
      return table.log().put(next) || isOurs(number);
    } catch (NothingSentException e) {
      throw e;
    } catch (IOException e) {
      try {
        if (isOurs(number)) {
          return true;
        }
      } catch (IOException unknown) {
        e.addSuppressed(unknown);
      }
      throw e;
    }
  }

  /**
   * Whether the snapshot that kept ours from being put is ours. It may have expired since: then the
   * next one says which commit it follows.
   *
   * @throws IOException if it is unknown, because both have expired
   */
  private boolean isOurs(long number) throws IOException {
    SnapshotLog log = table.log();
    try {
      TableState there = log.read(number);
      found = there.info().commitId().equals(id) ? there : null;
      return found != null;
    } catch (FileNotFoundException expired) {
      try {
        return log.read(number + 1).info().parentCommit().equals(id);
      } catch (FileNotFoundException e) {
        throw unknown(number, expired);
      }
    }
  }

  /**
   * Between reading the base and writing the next snapshot, others may have committed that id and a
   * vacuum may have expired it: then this snapshot is in a gap, below the latest, and is withdrawn.
   * A vacuum removes snapshots in ascending order, so there is no gap if the base still exists.
   */
  private boolean isInHistory(TableState base, TableState next) throws IOException {
    SnapshotLog log = table.log();
    long number = next.info().id();
    IOException failed = null;
    try {
      if (base != null && log.exists(base.info().id())) {
        return true;
      }
    } catch (IOException e) {
      failed = e; // The latest number may tell.
    }
    boolean isBelowLatest = false;
    try {
      if (log.numbers().newestListed() == number) {
        return true;
      }
      isBelowLatest = true;
    } catch (IOException e) {
      failed = e; // The next snapshot may tell, if there is one.
    }
    return isInHistory(number, isBelowLatest, failed);
  }

  /**
   * @param isBelowLatest whether it is known that there are later snapshots
   * @param failed why it is not known; may be null
   * @throws IOException if it is unknown whether the snapshot is in the history
   */
  private boolean isInHistory(long number, boolean isBelowLatest, IOException failed)
      throws IOException {
    SnapshotLog log = table.log();
    boolean exists;
    try {
      exists = log.exists(number); // First: vacuums remove snapshots in ascending order.
      // By name: a listing of many files is not consistent.
      if (log.read(number + 1).info().parentCommit().equals(id)) {
        return true;
      }
    } catch (FileNotFoundException e) {
      if (isBelowLatest) {
        // In a gap. An earlier try of the same put, by a client that repeats it, may have been in
        // the history, and has expired with what followed.
        log.delete(number);
      }
      throw unknown(number, failed != null ? failed : e); // It may be the latest one.
    } catch (IOException e) {
      throw unknown(number, e);
    }
    if (exists) {
      log.delete(number);
    }
    return false;
  }

  private void committed(TableState next) {
    try {
      fitting.discard(next);
    } catch (IOException e) {
      // A vacuum removes them.
    }
    hint(next.info().id());
  }

  private void hint(long number) {
    if (number == 1 || number % HINT_EVERY == 0) {
      try {
        table.log().numbers().hint(number);
      } catch (IOException e) {
        return; // The commit is valid; the next reader makes a few more existence checks.
      }
    }
  }

  /**
   * Listing a removed file would make the table unreadable. A vacuum claims the files of a commit,
   * writes a snapshot that announces it, and then removes them. So if {@code base} is older than
   * that snapshot, the put will fail; if not, this method finds the claim or the missing file.
   */
  private void requireFiles(TableState base, TableOperation change) throws IOException {
    boolean untouched = since >= 0 && (base == null || base.cleanup() <= since);
    if ((change.added().isEmpty() && change.vectors().isEmpty()) || untouched) {
      return;
    }
    if (isClaimed()) {
      throw claimed(null);
    }
    for (DataFile f : change.added()) {
      try {
        new FileCheck(table).requireComplete(f);
      } catch (FileNotFoundException e) {
        throw removed(f.path());
      }
    }
    for (String path : change.vectors()) {
      if (!table.store().exists(PathNames.join(table.log().directory(), path))) {
        throw removed(path);
      }
    }
  }

  private CommitConflictException removed(String path) {
    return new CommitConflictException(
        table.path(),
        path + " was removed by a vacuum, which considered it an orphan; write it again");
  }

  static void pause(TableDirectory table, long mostMillis) throws IOException {
    try {
      table.machine().pause(mostMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(table.path() + ": interrupted during the commit", e);
    }
  }
}
