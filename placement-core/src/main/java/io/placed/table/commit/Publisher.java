package io.placed.table.commit;

import io.placed.error.CommitConflictException;
import io.placed.table.discovery.TableDirectory;
import io.placed.table.file.DataFile;
import io.placed.table.snapshot.SnapshotLog;
import io.placed.table.snapshot.TableState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

/** Makes a change the newest snapshot, again and again on top of what others commit meanwhile. */
public final class Publisher {
  /** With the pauses below, about half a minute of losing every race. */
  private static final int MAX_ATTEMPTS = 100;

  private static final long MAX_PAUSE_MILLIS = 500;

  /** How often the hint is brought up to date: as many questions as a reader asks at most twice. */
  private static final int HINT_EVERY = 16;

  private final TableDirectory table;
  private final String id;
  private final long since;

  /** Numbers that may be ours without our knowing. */
  private final Set<Long> uncertain = new TreeSet<>();

  /**
   * @param since a snapshot that was there before the first file was written; -1 if that is not
   *     known
   */
  public Publisher(TableDirectory table, String id, long since) {
    this.table = table;
    this.id = id;
    this.since = since;
  }

  public TableState publish(TableOperation change) throws IOException {
    SnapshotLog log = table.log();
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      TableState base = log.newest();
      TableState next = change.apply(table, base);
      requireFiles(base, change.added());
      if (tryPut(base, next)) {
        hint(next.info().id());
        return next;
      }
      pause(attempt);
    }
    throw new CommitConflictException(table.path(), change.operation(), MAX_ATTEMPTS);
  }

  /** Whether the state is in the table's history now. */
  boolean tryPut(TableState base, TableState next) throws IOException {
    long number = next.info().id();
    // Before, because whatever ends the put, an Error or an interrupt too, it may have succeeded.
    uncertain.add(number);
    if (put(base, next) && isInHistory(base, next)) {
      return true;
    }
    uncertain.remove(number);
    return false;
  }

  /**
   * Whether an attempt that ended with an exception has committed after all. A number that is not
   * there says nothing: the request may be under way still.
   *
   * @throws IOException if that is not known
   */
  boolean hasCommitted() throws IOException {
    for (long number : uncertain) {
      try {
        if (table.log().read(number).info().commitId().equals(id)) {
          return true;
        }
      } catch (FileNotFoundException e) {
        throw new IOException(
            table.path()
                + ": it is not known whether commit "
                + id
                + " succeeds as snapshot "
                + number
                + "; its files stay, and a vacuum removes them when they are old and no snapshot"
                + " lists them",
            e);
      }
    }
    return false;
  }

  private boolean put(TableState base, TableState next) throws IOException {
    long number = next.info().id();
    try {
      // A file system that repeats a request may find what its first try left.
      return table.log().put(base, next) || isOurs(number);
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

  private boolean isOurs(long number) throws IOException {
    try {
      return table.log().read(number).info().commitId().equals(id);
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /**
   * Between reading the base and writing the next snapshot, others may have committed that number
   * and a vacuum expired it: then ours stands in a gap, below the newest, and is taken back. A
   * vacuum removes snapshots in ascending order, so where the base is still there, there was no
   * gap.
   */
  private boolean isInHistory(TableState base, TableState next) throws IOException {
    SnapshotLog log = table.log();
    long number = next.info().id();
    try {
      if (base != null && log.exists(base.info().id())) {
        return true;
      }
      if (log.newestId() == number) {
        return true;
      }
    } catch (IOException e) {
      return true; // It was put, and nothing speaks for so rare a thing as a gap.
    }
    return isInHistory(number);
  }

  private boolean isInHistory(long number) throws IOException {
    if (!table.log().exists(number)) {
      throw new IOException(
          table.path()
              + ": snapshot "
              + number
              + " was removed by a vacuum right after it was committed; read the table anew to see"
              + " whether later ones are made from it");
    }
    SnapshotLog log = table.log();
    try {
      // Asked for by its name: a listing of many files is not of one moment.
      if (log.read(number + 1).info().parentCommit().equals(id)) {
        return true;
      }
    } catch (FileNotFoundException e) {
      log.delete(number);
      return false;
    }
    log.delete(number);
    return false;
  }

  private void hint(long number) {
    if (number % HINT_EVERY == 0) {
      try {
        table.log().hint(number);
      } catch (IOException e) {
        return; // The commit stands; the next reader asks a few times more.
      }
    }
  }

  /**
   * Listing a file that is gone would make the table unreadable. A vacuum claims the files of a
   * commit, makes a snapshot that says so, and then removes them. So if {@code base} is older than
   * that snapshot, the put will fail; if not, the claim is found here, or what is missing.
   */
  private void requireFiles(TableState base, List<DataFile> files) throws IOException {
    boolean untouched = since >= 0 && (base == null || base.cleanup() <= since);
    if (files.isEmpty() || untouched) {
      return;
    }
    if (new CommitClaims(table).isTaken(id)) {
      throw new CommitConflictException(
          table.path(),
          "a vacuum is removing the files of commit "
              + id
              + ", which it took for what a crash left. Write them again");
    }
    for (DataFile f : files) {
      try {
        new FileCheck(table).requireComplete(f);
      } catch (FileNotFoundException e) {
        throw new CommitConflictException(
            table.path(),
            f.path() + " is gone; a vacuum took it for what a crash left. Write it again");
      }
    }
  }

  /** Random, so that writers that met once do not meet again. */
  private void pause(int attempt) throws IOException {
    long most = Math.min(MAX_PAUSE_MILLIS, 4L << Math.min(attempt, 10));
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(1, most + 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(table.path() + ": interrupted while committing", e);
    }
  }
}
