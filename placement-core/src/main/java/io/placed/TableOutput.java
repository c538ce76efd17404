package io.placed;

import io.placed.vector.Batch;
import java.io.IOException;

/** Destination of the rows of a {@link TableWriter}. */
interface TableOutput {
  void write(Batch batch) throws IOException;

  void commit() throws IOException;

  void abort() throws IOException;
}
