package io.placed.io;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits for reads and other calls of other threads. A call of a file system may never answer,
 * whatever interrupts it, so an interrupt of the thread that waits ends the wait; the call goes on
 * without it.
 */
public final class BoundedWait {
  /** Reads take less, as a rule. */
  private static final long END_SECONDS = 5;

  private BoundedWait() {}

  /**
   * The result of a task, however long it takes.
   *
   * @param what the task is, for messages
   * @throws InterruptedIOException if this thread is interrupted; the task is still running
   * @throws IOException of the task, or wrapping another checked exception
   */
  public static <T> T get(Future<T> task, String what) throws IOException {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while waiting for " + what);
      interrupted.initCause(e);
      throw interrupted;
    } catch (ExecutionException e) {
      throw UninterruptedWait.rethrown(e.getCause());
    }
  }

  /**
   * Waits until a task has ended, however it does: for five seconds at most, and not longer than
   * until this thread is interrupted.
   *
   * @return whether it has
   */
  public static boolean end(Future<?> task) {
    try {
      task.get(END_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return true; // The caller does not want its result.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (TimeoutException e) {
      return false;
    }
    return true;
  }
}
