package io.placed.advise.workload;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Records queries beside them: one thread does the work in its order. If queries end faster than
 * they are recorded, some are left out. Thread-safe.
 */
public final class HistoryQueue {
  private static final int MOST_WAITING = 1000;
  private static final long SECONDS_AT_END = 10;

  private final BiConsumer<String, Throwable> listener;
  private final ExecutorService thread =
      new ThreadPoolExecutor(
          0,
          1,
          1,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MOST_WAITING),
          work -> {
            Thread t = new Thread(work, "placed-history");
            t.setDaemon(true);
            return t;
          });

  private boolean warned;

  /** Work that may fail in any way. */
  @FunctionalInterface
  public interface Work {
    void run() throws Exception;
  }

  /**
   * @param listener is told the directory and the exception of the first failure, because the next
   *     query would fail in the same way
   */
  public HistoryQueue(BiConsumer<String, Throwable> listener) {
    this.listener = listener;
  }

  /**
   * Does the work later; a full queue is a failure.
   *
   * @param directory of the history, for messages
   */
  public void add(String directory, Work work) {
    try {
      thread.execute(
          () -> {
            try {
              work.run();
            } catch (Exception | LinkageError e) {
              failed(directory, e);
            }
          });
    } catch (RejectedExecutionException e) {
      failed(directory, e);
    }
  }

  /** Reports a failure, once. */
  public synchronized void failed(String directory, Throwable e) {
    if (!warned) {
      warned = true;
      listener.accept(directory, e);
    }
  }

  /** Waits until all work is done that was added before. */
  public void await() throws Exception {
    thread.submit(() -> {}).get();
  }

  /** Does the last work, such as closing files, after all other; waits at most ten seconds. */
  public void finish(Work last) {
    try {
      thread
          .submit(
              () -> {
                last.run();
                return null;
              })
          .get(SECONDS_AT_END, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      failed("", e);
    }
  }
}
