package io.placed.scan.fetch;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads for I/O in the background: one per scan that reads ahead. */
final class ReadAheadThreads {
  private static final AtomicInteger THREADS = new AtomicInteger();

  static final ExecutorService POOL =
      Executors.newCachedThreadPool(
          task -> {
            Thread t = new Thread(task, "placed-read-ahead-" + THREADS.incrementAndGet());
            t.setDaemon(true);
            return t;
          });

  private ReadAheadThreads() {}
}
