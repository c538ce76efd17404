package io.placed.io.hadoop;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs what an interrupt must not cut short. */
final class Uninterrupted {
  private Uninterrupted() {}

  /** The result of a task that runs in a thread of its own, and is waited for whatever happens. */
  static <T> T call(Callable<T> task) throws IOException {
    FutureTask<T> running = new FutureTask<>(task);
    Thread thread = new Thread(running, "placed-commit");
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return running.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          throw rethrown(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException rethrown(Throwable cause) {
    if (cause instanceof RuntimeException e) {
      throw e;
    }
    if (cause instanceof Error e) {
      throw e;
    }
    return cause instanceof IOException e ? e : new IOException(cause);
  }
}
