package io.placed.placement.reorder;

import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/** Gives rows, one batch at a time. */
public interface BatchSource extends Closeable {
  /** Goes to the next batch; false at the end. */
  boolean next() throws IOException;

  /** The current batch; reused by the next call of {@link #next}. */
  Batch batch();
}
