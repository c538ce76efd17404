package io.placed.table.commit;

import java.io.IOException;

/** The batch of a stream was committed before; there is nothing to do. */
public final class BatchCommittedException extends IOException {
  private static final long serialVersionUID = 1L;

  BatchCommittedException(String path, String stream, long number, long last) {
    super(
        path
            + ": batch "
            + number
            + " of stream "
            + stream
            + " is already committed; the last is "
            + last);
  }
}
