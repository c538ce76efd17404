package io.placed.placement.reorder;

import io.placed.vector.Batch;
import java.io.IOException;

/** Receives rows. */
@FunctionalInterface
public interface BatchSink {
  /** Receives the rows of a batch. The caller may reuse the batch as soon as the call returns. */
  void accept(Batch batch) throws IOException;
}
