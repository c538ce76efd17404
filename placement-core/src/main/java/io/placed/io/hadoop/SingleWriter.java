package io.placed.io.hadoop;

import io.placed.error.NothingSentException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * For stores without conditions: of the threads of this process one succeeds; what another process
 * puts at the same time is replaced.
 */
record SingleWriter(FileSystem fileSystem, Path target) implements PutIfAbsent {
  /**
   * By path, since file systems of one store are different objects; only of puts in progress. A put
   * that hangs holds up others of its path alone, which an interrupt ends.
   */
  private static final Map<Path, PathLock> LOCKS = new ConcurrentHashMap<>();

  private static final class PathLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    /** Puts that have it or wait for it; changed while the entry of the map is held. */
    private int users;
  }

  @Override
  public boolean put(String text) throws IOException {
    PathLock lock =
        LOCKS.compute(
            target,
            (path, known) -> {
              PathLock of = known == null ? new PathLock() : known;
              of.users++;
              return of;
            });
    try {
      acquire(lock);
      try {
        return !fileSystem.exists(target) && PutIfAbsent.create(fileSystem, target, text, null);
      } finally {
        lock.unlock();
      }
    } finally {
      LOCKS.computeIfPresent(target, (path, of) -> --of.users == 0 ? null : of);
    }
  }

  private void acquire(PathLock lock) throws NothingSentException {
    try {
      lock.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while another thread of this process puts it");
      interrupted.initCause(e);
      throw new NothingSentException(target.toString(), interrupted);
    }
  }
}
