package io.placed.placement.reorder;

import io.placed.vector.Batch;
import java.io.IOException;

/** Takes rows. */
@FunctionalInterface
public interface BatchSink {
  /** Takes the rows of a batch, which may be reused as soon as the call returns. */
  void accept(Batch batch) throws IOException;
}
