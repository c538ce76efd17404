package io.placed.io;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits uninterruptibly, and restores the interrupt flag. */
public final class UninterruptedWait {
  private UninterruptedWait() {}

  /**
   * The result of a task.
   *
   * @throws IOException of the task, or wrapping another checked exception
   */
  public static <T> T get(Future<T> task) throws IOException {
    try {
      return ended(task);
    } catch (ExecutionException e) {
      throw rethrown(e.getCause());
    }
  }

  private static <T> T ended(Future<T> task) throws ExecutionException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** What a task has thrown, for a caller that may throw an IOException. */
  static IOException rethrown(Throwable cause) {
    if (cause instanceof RuntimeException e) {
      throw e;
    }
    if (cause instanceof Error e) {
      throw e;
    }
    return cause instanceof IOException e ? e : new IOException(cause);
  }
}
