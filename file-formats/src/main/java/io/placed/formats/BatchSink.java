package io.placed.formats;

import io.placed.vector.Batch;
import java.io.Closeable;
import java.io.IOException;

/**
 * Takes the rows of a table. Closing before {@link #finish()} removes what was written and leaves
 * what was there before.
 */
public interface BatchSink extends Closeable {
  /** The batch may be reused by the caller afterwards. */
  void write(Batch batch) throws IOException;

  /** Makes what was written visible. */
  void finish() throws IOException;
}
