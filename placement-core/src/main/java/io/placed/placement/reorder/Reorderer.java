package io.placed.placement.reorder;

import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/**
 * Reorders rows. Call {@link #add} for all rows, then {@link #finish} once, and {@link #close} in
 * any case, which removes spilled data. Not thread-safe.
 */
public interface Reorderer extends Closeable {
  /**
   * Adds the rows of a batch, which may be reused afterwards.
   *
   * @param out receives rows whose position is already final
   */
  void add(Batch batch, BatchSink out) throws IOException;

  /** Emits the remaining rows. */
  void finish(BatchSink out) throws IOException;
}
