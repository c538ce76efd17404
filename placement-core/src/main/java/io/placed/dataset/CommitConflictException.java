package io.placed.dataset;

import java.io.IOException;

/** Others committed first, again and again, until patience ended. Nothing was committed. */
public final class CommitConflictException extends IOException {
  private static final long serialVersionUID = 1L;

  CommitConflictException(String path, String operation, int attempts) {
    super(
        path
            + ": "
            + operation
            + " was not committed: other commits came first "
            + attempts
            + " times; try again");
  }
}
