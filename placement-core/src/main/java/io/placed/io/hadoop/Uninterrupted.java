package io.placed.io.hadoop;

import io.placed.io.UninterruptedWait;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Runs tasks that must not be interrupted. */
final class Uninterrupted {
  private Uninterrupted() {}

  /** Runs a task in a separate thread, and always waits for it. */
  static <T> T call(Callable<T> task) throws IOException {
    FutureTask<T> running = new FutureTask<>(task);
    Thread thread = new Thread(running, "placed-commit");
    thread.setDaemon(true);
    thread.start();
    return UninterruptedWait.get(running);
  }
}
