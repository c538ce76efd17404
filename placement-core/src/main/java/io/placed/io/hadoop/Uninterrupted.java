package io.placed.io.hadoop;

import io.placed.io.UninterruptedWait;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Runs what an interrupt must not cut short. */
final class Uninterrupted {
  private Uninterrupted() {}

  /** The result of a task that runs in a thread of its own, which is always waited for. */
  static <T> T call(Callable<T> task) throws IOException {
    FutureTask<T> running = new FutureTask<>(task);
    Thread thread = new Thread(running, "placed-commit");
    thread.setDaemon(true);
    thread.start();
    return UninterruptedWait.get(running);
  }
}
