package io.placed.error;

import java.io.IOException;

/**
 * Others committed first: again and again, until patience ended, or what this commit was about.
 * Nothing was committed.
 */
public final class CommitConflictException extends IOException {
  private static final long serialVersionUID = 1L;

  public CommitConflictException(String path, String operation, int attempts) {
    super(
        path
            + ": "
            + operation
            + " was not committed: other commits came first "
            + attempts
            + " times; try again");
  }

  /** Files that a commit was to replace were replaced by another one. */
  public CommitConflictException(String path, long wanted, long found) {
    super(
        path
            + ": nothing was replaced: of "
            + wanted
            + " files to be replaced another commit left "
            + found
            + "; read the table anew and try again");
  }

  /** What was to be replaced, or what the rows depend on, is more than what had been read. */
  public CommitConflictException(String path, String operation, String file, long read) {
    super(
        path
            + ": "
            + operation
            + " was not committed: it was made without "
            + file
            + ", which another commit added after snapshot "
            + read
            + " had been read; read the table anew and try again");
  }

  /** A vacuum removed files that were never committed, or snapshots that a commit was made from. */
  public CommitConflictException(String path, String detail) {
    super(path + ": nothing was committed: " + detail);
  }
}
