package io.placed.table.commit;

import java.io.IOException;

/** The batch of a stream is in the table: there is nothing to do. */
public final class BatchCommittedException extends IOException {
  private static final long serialVersionUID = 1L;

  BatchCommittedException(String path, String stream, long number, long last) {
    super(path + ": batch " + number + " of stream " + stream + " is there; the last is " + last);
  }
}
