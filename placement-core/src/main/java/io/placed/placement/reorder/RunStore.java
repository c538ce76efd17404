package io.placed.placement.reorder;

import java.io.IOException;

/** Stores sorted runs that do not fit in memory. */
public interface RunStore {
  /**
   * Writes all rows of a source. If that fails, the store removes what it wrote; the caller closes
   * the source.
   */
  Run write(BatchSource rows) throws IOException;

  /** A stored run. */
  interface Run {
    /**
     * Reads the rows back in their order, lazily. Uses the memory of one batch, and no batch may
     * exceed the largest one that was written; keeping the batch boundaries ensures that. Only one
     * reader may be open at a time.
     */
    BatchSource open() throws IOException;

    /** Removes the run. The sort calls this exactly once per run, also after a failure. */
    void delete() throws IOException;
  }
}
