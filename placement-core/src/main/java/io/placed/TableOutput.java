package io.placed;

import io.placed.vector.Batch;
import java.io.IOException;

/** Where the rows of a {@link TableWriter} go. */
interface TableOutput {
  void write(Batch batch) throws IOException;

  void commit() throws IOException;

  void abort() throws IOException;
}
