package io.placed.placement.reorder;

import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/**
 * Gives rows a new order. Call {@link #add} for all rows, then {@link #finish} once; {@link #close}
 * in any case, which removes everything that was spilled. Not thread-safe.
 */
public interface Reorderer extends Closeable {
  /**
   * Takes the rows of a batch, which may be reused afterwards.
   *
   * @param out takes rows whose place is known already
   */
  void add(Batch batch, BatchSink out) throws IOException;

  /** Gives the rest of the rows. */
  void finish(BatchSink out) throws IOException;
}
