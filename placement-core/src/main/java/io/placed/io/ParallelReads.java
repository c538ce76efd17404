package io.placed.io;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads several files at once, since each takes one or two round trips. A read that does not answer
 * holds up neither a caller that is interrupted nor the end of the process.
 */
public final class ParallelReads {
  private static final int THREADS = 8;

  private ParallelReads() {}

  /** What is done with one of the items. */
  public interface Read<T, R> {
    R of(T item) throws IOException;
  }

  /**
   * The results in the order of the items.
   *
   * @throws IOException if a read fails; the others are not waited for
   * @throws InterruptedIOException if this thread is interrupted
   */
  public static <T, R> List<R> all(List<T> items, Read<T, R> read) throws IOException {
    List<R> results = new ArrayList<>(items.size());
    if (items.size() < 2) {
      for (T item : items) {
        results.add(read.of(item));
      }
      return results;
    }
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.min(THREADS, items.size()), ParallelReads::daemon);
    try {
      List<Future<R>> running = new ArrayList<>();
      for (T item : items) {
        running.add(threads.submit(() -> read.of(item)));
      }
      for (Future<R> one : running) {
        results.add(one.get());
      }
      return results;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted while reading");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "placed-parallel-read");
    thread.setDaemon(true);
    return thread;
  }
}
