package io.placed.formats;

import io.placed.io.BoundedWait;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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

  /** Used by the thread only, as the two fields after it. */
  private final BatchSource source;

  /** Whether the current batch of the source is still to be copied. */
  private boolean held;

  private boolean ended;

  private final ExecutorService thread;
  private final Deque<Future<Filled>> ahead = new ArrayDeque<>();
  private Filled current;
  private volatile boolean closed;

  /**
   * @param fraction that had been read when the batch was full
   */
  private record Filled(Batch batch, double fraction) {}

  /**
   * @param source closed with this; used by the thread only
   */
  public ReadAheadSource(BatchSource source) {
    this.source = source;
    thread = Executors.newSingleThreadExecutor(ReadAheadSource::daemon);
    for (int i = 0; i < BATCHES; i++) {
      fillLater(Batch.of(source.schema()));
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "placed-read-ahead");
    thread.setDaemon(true);
    return thread;
  }

  private void fillLater(Batch batch) {
    ahead.add(thread.submit(() -> fill(batch)));
  }

  /** Null at the end. */
  private Filled fill(Batch into) throws IOException {
    into.clear();
    while (held || advance()) {
      Batch next = source.batch();
      held =
          into.rows() > 0
              && (into.rows() + next.rows() > ROWS
                  || into.memoryBytes() + next.memoryBytes() > BATCH_BYTES);
      if (held) {
        break;
      }
      into.appendRange(next, 0, next.rows());
    }
    return into.rows() == 0 ? null : new Filled(into, source.fraction());
  }

  /** The source is not asked again after its end or a failure. */
  private boolean advance() throws IOException {
    if (ended || closed) {
      return false;
    }
    ended = true;
    ended = !source.next();
    return !ended;
  }

  @Override
  public Schema schema() {
    return source.schema();
  }

  @Override
  public boolean next() throws IOException {
    if (current != null) {
      fillLater(current.batch());
      current = null;
    }
    // The end or a failure stays there, for the next call.
    current = BoundedWait.get(ahead.getFirst(), "rows that are read ahead");
    if (current != null) {
      ahead.removeFirst();
    }
    return current != null;
  }

  @Override
  public Batch batch() {
    return current.batch();
  }

  @Override
  public double fraction() {
    return current == null ? 0 : current.fraction();
  }

  /**
   * The thread closes the source when it has ended what it does: it uses the files. That is not
   * waited for if it takes long, or if the caller is interrupted.
   */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    Future<Void> last =
        thread.submit(
            () -> {
              source.close();
              return null;
            });
    thread.shutdown();
    if (BoundedWait.end(last)) {
      BoundedWait.get(last, "the end of the source");
    }
  }
}
