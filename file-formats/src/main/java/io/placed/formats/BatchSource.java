package io.placed.formats;

import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/** Reads the rows of a table in batches. */
public interface BatchSource extends Closeable {
  /** Rows per batch, unless their values are long. */
  int BATCH_ROWS = 4096;

  /** Bytes of strings after which a batch ends, which limits memory for long values. */
  long BATCH_BYTES = 16 << 20;

  Schema schema();

  /**
   * Reads the next batch.
   *
   * @return false at the end
   */
  boolean next() throws IOException;

  /** The current batch; reused by the next call of {@link #next()}. */
  Batch batch();

  /** The approximate fraction read, from 0 to 1. */
  double fraction();
}
