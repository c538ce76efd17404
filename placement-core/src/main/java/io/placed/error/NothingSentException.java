package io.placed.error;

import java.io.IOException;

/**
 * The snapshot of a commit was not sent to its store: the commit is not made, and never will be, so
 * that its files may go. Of other failures it is not known whether the store has the snapshot.
 */
public class NothingSentException extends IOException {
  private static final long serialVersionUID = 1L;

  public NothingSentException(String path, String detail) {
    super(path + ": " + detail);
  }

  public NothingSentException(String path, IOException cause) {
    super(path + ": the commit was not sent: " + cause.getMessage(), cause);
  }
}
