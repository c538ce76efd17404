package io.placed.write.encode;

import io.placed.compression.Compression;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs a task for many columns in the caller's thread, and optionally in additional ones. The
 * result does not depend on the assignment of columns to threads.
 *
 * <p>Threads are daemons and end after a second without work, at the latest after {@link #close}.
 * No task is running when {@link #forEach} returns, even after a failure.
 */
public final class ColumnWorkers implements AutoCloseable {
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /** A task for one column. */
  interface ColumnTask {
    void run(int column, ColumnWorker worker) throws IOException;
  }

  private final List<ColumnWorker> workers = new ArrayList<>();

  /** Pool threads; only the caller starts new ones, unless one dies of an error. */
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  private ThreadPoolExecutor pool;

  public ColumnWorkers(Compression compression, int threads) {
    try {
      for (int i = 0; i < threads; i++) {
        workers.add(new ColumnWorker(compression.compressor()));
      }
    } catch (RuntimeException e) {
      workers.forEach(ColumnWorker::close);
      throw e;
    }
  }

  int threads() {
    return workers.size();
  }

  /** The worker of the caller's thread, for sequential work. */
  ColumnWorker own() {
    return workers.get(0);
  }

  /**
   * Runs the task for the columns [from, end).
   *
   * @throws IOException or an unchecked exception: that of the first column that failed; columns
   *     after it may or may not be done
   */
  void forEach(int from, int end, ColumnTask task) throws IOException {
    int helpers = Math.min(workers.size(), end - from) - 1;
    if (helpers <= 0) {
      for (int c = from; c < end; c++) {
        task.run(c, own());
      }
      return;
    }
    Round round = new Round(from, end, task);
    List<Future<?>> running = new ArrayList<>();
    try {
      for (int i = 1; i <= helpers; i++) {
        ColumnWorker worker = workers.get(i);
        running.add(pool().submit(() -> round.work(worker)));
      }
      round.work(own());
    } finally {
      round.await(running);
    }
    round.throwFailure();
  }

  /** One call of {@link #forEach}. */
  private static final class Round {
    private final AtomicInteger next;
    private final int end;
    private final ColumnTask task;
    private volatile boolean stopped;
    private int failedColumn = Integer.MAX_VALUE;
    private Throwable failure;

    Round(int from, int end, ColumnTask task) {
      this.next = new AtomicInteger(from);
      this.end = end;
      this.task = task;
    }

    void work(ColumnWorker worker) {
      int c;
      while (!stopped && (c = next.getAndIncrement()) < end) {
        try {
          task.run(c, worker);
        } catch (IOException | RuntimeException | Error e) {
          failed(c, e);
        }
      }
    }

    private synchronized void failed(int column, Throwable e) {
      stopped = true;
      if (column < failedColumn) {
        failedColumn = column;
        failure = e;
      }
    }

    /** Waits for the other threads, even if interrupted: they use the caller's batch. */
    void await(List<Future<?>> running) {
      boolean interrupted = false;
      for (Future<?> f : running) {
        while (true) {
          try {
            f.get();
            break;
          } catch (InterruptedException e) {
            interrupted = true;
            failed(end, new InterruptedIOException("interrupted while encoding columns"));
          } catch (ExecutionException e) {
            failed(end, e.getCause());
            break;
          }
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    synchronized void throwFailure() throws IOException {
      if (failure instanceof IOException e) {
        throw e;
      } else if (failure instanceof RuntimeException e) {
        throw e;
      } else if (failure != null) {
        throw (Error) failure;
      }
    }
  }

  private ThreadPoolExecutor pool() {
    if (pool == null) {
      int n = workers.size() - 1;
      pool =
          new ThreadPoolExecutor(
              n, n, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::thread);
      pool.allowCoreThreadTimeOut(true);
    }
    return pool;
  }

  private Thread thread(Runnable work) {
    Thread t = new Thread(work, "placed-encode-" + NUMBER.incrementAndGet());
    t.setDaemon(true);
    threads.removeIf(old -> old.getState() == Thread.State.TERMINATED);
    threads.add(t);
    return t;
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdownNow();
      awaitEnd();
    }
    workers.forEach(ColumnWorker::close);
  }

  /** No task is running, so the threads end at once. */
  private void awaitEnd() {
    boolean interrupted = false;
    for (Thread t : threads) {
      while (t.isAlive()) {
        try {
          t.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
