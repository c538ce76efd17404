package io.placed.scan.fetch;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that wait for storage while others decode: one for each scan that reads ahead. */
final class Waiting {
  private static final AtomicInteger THREADS = new AtomicInteger();

  static final ExecutorService POOL =
      Executors.newCachedThreadPool(
          task -> {
            Thread t = new Thread(task, "placed-read-ahead-" + THREADS.incrementAndGet());
            t.setDaemon(true);
            return t;
          });

  private Waiting() {}

  /** Waits for the end of a read, and throws what it threw. */
  static void forIt(Future<?> reading) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          reading.get();
          return;
        } catch (InterruptedException e) {
          // Its buffers and inputs are in use until it ends.
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
