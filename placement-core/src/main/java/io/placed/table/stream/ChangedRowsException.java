package io.placed.table.stream;

import java.io.IOException;

/** A stream of added rows came to a snapshot that removed or changed rows. */
public final class ChangedRowsException extends IOException {
  private static final long serialVersionUID = 1L;

  ChangedRowsException(String path, long snapshot) {
    super(
        path
            + ": snapshot "
            + snapshot
            + " removed or changed rows, and a stream reads rows that were added");
  }
}
