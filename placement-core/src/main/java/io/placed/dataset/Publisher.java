package io.placed.dataset;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Makes a change the newest snapshot, again and again on top of what others commit meanwhile. */
final class Publisher {
  /** With the pauses below, about half a minute of losing every race. */
  private static final int MAX_ATTEMPTS = 100;

  private static final long MAX_PAUSE_MILLIS = 500;

  /** How often the hint is brought up to date: as many questions as a reader asks at most twice. */
  private static final int HINT_EVERY = 16;

  /** Files of a commit that took longer are looked at again: a vacuum may have given it up. */
  private static final long LONG_MILLIS = Vacuum.MIN_UNFINISHED_MILLIS / 2;

  private final DataSet dataSet;
  private final String id;
  private final long begunNanos = System.nanoTime();
  private final long begunMillis = System.currentTimeMillis();
  private final boolean resumed;
  private final List<Long> uncertain = new ArrayList<>();
  private boolean claimed;

  /**
   * @param resumed whether files may be of an earlier process
   */
  Publisher(DataSet dataSet, String id, boolean resumed) {
    this.dataSet = dataSet;
    this.id = id;
    this.resumed = resumed;
  }

  TableState publish(StateChange change) throws IOException {
    SnapshotLog log = dataSet.log();
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      TableState base = log.newest();
      TableState next = change.apply(dataSet, base);
      if (resumed || isLong()) {
        claim();
        requireFiles(change.added());
      }
      if (tryPut(base, next)) {
        hint(next.info().id());
        release();
        return next;
      }
      pause(attempt);
    }
    throw new CommitConflictException(dataSet.path(), change.operation(), MAX_ATTEMPTS);
  }

  /** Whether the state is in the table's history now. */
  boolean tryPut(TableState base, TableState next) throws IOException {
    return put(base, next) && isInHistory(base, next);
  }

  /**
   * Whether an attempt that ended with an exception has committed after all.
   *
   * @throws IOException if that is not known
   */
  boolean hasCommitted() throws IOException {
    for (long number : uncertain) {
      if (isOurs(number)) {
        return true;
      }
    }
    return false;
  }

  private boolean put(TableState base, TableState next) throws IOException {
    long number = next.info().id();
    try {
      // A file system that repeats a request may find what its first try left.
      return dataSet.log().put(base, next) || isOurs(number);
    } catch (IOException e) {
      try {
        if (isOurs(number)) {
          return true;
        }
      } catch (IOException unknown) {
        e.addSuppressed(unknown);
      }
      uncertain.add(number);
      throw e;
    }
  }

  private boolean isOurs(long number) throws IOException {
    try {
      return dataSet.log().read(number).info().commitId().equals(id);
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
    SnapshotLog log = dataSet.log();
    long number = next.info().id();
    List<Long> ids;
    try {
      if (base != null && log.exists(base.info().id())) {
        return true;
      }
      ids = log.ids();
    } catch (IOException e) {
      return true; // It was put, and nothing speaks for so rare a thing as a gap.
    }
    if (ids.isEmpty() || ids.get(ids.size() - 1) == number) {
      return true;
    }
    try {
      return isInHistory(number, ids);
    } catch (IOException e) {
      uncertain.add(number);
      throw e;
    }
  }

  private boolean isInHistory(long number, List<Long> ids) throws IOException {
    if (!ids.contains(number)) {
      throw new IOException(
          dataSet.path()
              + ": snapshot "
              + number
              + " was removed by a vacuum right after it was committed; read the table anew to see"
              + " whether later ones are made from it");
    }
    SnapshotLog log = dataSet.log();
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

  /** One clock may stand still while the machine sleeps, the other may be set back. */
  private boolean isLong() {
    long nanos = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos);
    return Math.max(nanos, System.currentTimeMillis() - begunMillis) > LONG_MILLIS;
  }

  /** From here on no vacuum removes the files. */
  private void claim() throws IOException {
    if (!claimed && !new CommitClaims(dataSet).take(id, CommitClaims.Holder.WRITER)) {
      throw new CommitConflictException(
          dataSet.path(),
          "a vacuum is removing the files of commit "
              + id
              + ", which it took for what a crash left. Write them again");
    }
    claimed = true;
  }

  private void release() {
    if (claimed) {
      try {
        new CommitClaims(dataSet).release(id);
      } catch (IOException e) {
        return; // The commit stands; a vacuum removes old claims.
      }
    }
  }

  private void hint(long number) {
    if (number % HINT_EVERY == 0) {
      try {
        dataSet.log().hint(number);
      } catch (IOException e) {
        return; // The commit stands; the next reader asks a few times more.
      }
    }
  }

  /** Listing a file that is gone would make the table unreadable. */
  private void requireFiles(List<DataFile> files) throws IOException {
    for (DataFile f : files) {
      try {
        new FileCheck(dataSet).requireComplete(f);
      } catch (FileNotFoundException e) {
        throw new CommitConflictException(
            dataSet.path(),
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
      throw new IOException(dataSet.path() + ": interrupted while committing", e);
    }
  }
}
