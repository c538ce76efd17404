package io.placed.formats;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/** Rows of a table, one batch after the other. */
public interface BatchSource extends Closeable {
  /** Rows that a source puts into one batch, unless their values are long. */
  int BATCH_ROWS = 4096;

  /** Bytes of strings after which a source ends a batch, so that long values do not fill memory. */
  long BATCH_BYTES = 16 << 20;

  Schema schema();

  /**
   * Goes to the next batch.
   *
   * @return false if there is none
   */
  boolean next() throws IOException;

  /** The batch that the last {@link #next()} found; reused by the next call. */
  Batch batch();

  /** How much was read, from 0 to 1, about. */
  double fraction();
}
