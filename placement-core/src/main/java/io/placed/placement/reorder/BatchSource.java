package io.placed.placement.reorder;

import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/** Iterates over batches of rows. */
public interface BatchSource extends Closeable {
  /** Moves to the next batch; false at the end. */
  boolean next() throws IOException;

  /** The current batch. The next call of {@link #next} reuses it. */
  Batch batch();
}
