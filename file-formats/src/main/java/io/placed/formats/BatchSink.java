package io.placed.formats;

import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/**
 * Writes the rows of a table. Closing before {@link #finish()} discards the written data and leaves
 * an existing table unchanged.
 */
public interface BatchSink extends Closeable {
  /** The batch may be reused by the caller afterwards. */
  void write(Batch batch) throws IOException;

  /** Makes the written data visible. */
  void finish() throws IOException;
}
