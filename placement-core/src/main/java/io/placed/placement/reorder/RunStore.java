package io.placed.placement.reorder;

import java.io.IOException;

/** Where a sort puts the sorted runs that do not fit memory. */
public interface RunStore {
  /**
   * Writes all that the source gives. If that fails the store removes what it wrote; the caller
   * closes the source.
   */
  Run write(BatchSource rows) throws IOException;

  /** Rows that were written. */
  interface Run {
    /**
     * Reads the rows back in their order, lazily. Memory while reading is that of one batch; a
     * batch must not hold more bytes than the largest that was written, for which keeping the
     * boundaries is enough. Opened once at a time.
     */
    BatchSource open() throws IOException;

    /** Removes the rows. The sort calls it exactly once for each run, failure or not. */
    void delete() throws IOException;
  }
}
