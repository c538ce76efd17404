package io.placed.formats;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Reads a source in a thread of its own, so that the next rows are decoded while the caller uses
 * the current ones. Batches are larger than those of the source, and in the same order.
 *
 * <p>Memory: at most {@value #BATCHES} batches of up to {@value BatchSource#BATCH_BYTES} bytes, or
 * of one batch of the source if that is larger.
 */
public final class ReadAheadSource implements BatchSource {
  /** One that the caller uses, one that is ready, one that is filled. */
  private static final int BATCHES = 3;

  /** A page, as most writers cut them. */
  private static final int ROWS = 16 * 1024;

  private final BatchSource source;
  private final Thread thread;

  /** Guards everything below. */
  private final Object lock = new Object();

  private final Deque<Batch> free = new ArrayDeque<>();
  private final Deque<Filled> filled = new ArrayDeque<>();
  private Filled current;
  private Throwable failure;
  private boolean ended;
  private boolean closed;

  /**
   * @param fraction that had been read when the batch was full
   */
  private record Filled(Batch batch, double fraction) {}

  /**
   * @param source closed with this; used by the thread only
   */
  public ReadAheadSource(BatchSource source) {
    this.source = source;
    for (int i = 0; i < BATCHES; i++) {
      free.add(Batch.of(source.schema()));
    }
    thread = new Thread(this::run, "placed-read-ahead");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      Batch into = take();
      while (into != null && source.next()) {
        Batch next = source.batch();
        boolean full =
            into.rows() > 0
                && (into.rows() + next.rows() > ROWS
                    || into.memoryBytes() + next.memoryBytes() > BATCH_BYTES);
        if (full) {
          put(into);
          into = take();
        }
        if (into != null) {
          into.appendRange(next, 0, next.rows());
        }
      }
      if (into != null && into.rows() > 0) {
        put(into);
      }
    } catch (IOException | RuntimeException | Error e) {
      synchronized (lock) {
        failure = e;
      }
    } finally {
      synchronized (lock) {
        ended = true;
        lock.notifyAll();
      }
    }
  }

  /** An empty batch; null if the source was closed. */
  private Batch take() {
    synchronized (lock) {
      while (free.isEmpty() && !closed) {
        await();
      }
      if (closed) {
        return null;
      }
      Batch batch = free.remove();
      batch.clear();
      return batch;
    }
  }

  private void put(Batch batch) {
    double fraction = source.fraction();
    synchronized (lock) {
      filled.add(new Filled(batch, fraction));
      lock.notifyAll();
    }
  }

  private void await() {
    try {
      lock.wait();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while reading ahead", e);
    }
  }

  @Override
  public Schema schema() {
    return source.schema();
  }

  @Override
  public boolean next() throws IOException {
    synchronized (lock) {
      if (current != null) {
        free.add(current.batch());
        current = null;
        lock.notifyAll();
      }
      while (filled.isEmpty() && !ended) {
        await();
      }
      current = filled.poll();
      if (current == null) {
        throwFailure();
      }
      return current != null;
    }
  }

  private void throwFailure() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    } else if (failure instanceof RuntimeException e) {
      throw e;
    } else if (failure != null) {
      throw (Error) failure;
    }
  }

  @Override
  public Batch batch() {
    return current.batch();
  }

  @Override
  public double fraction() {
    return current == null ? 0 : current.fraction();
  }

  /** Waits until the thread has ended: it uses the files. */
  @Override
  public void close() throws IOException {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    source.close();
  }
}
