package io.placed.error;

import java.io.IOException;

/**
 * A commit conflicts with commits of other writers, or lost the race against them too often.
 * Nothing was committed.
 */
public final class CommitConflictException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Whether other writers were faster in all attempts, and nothing else is in the way. */
  private final boolean lostRaces;

  /** Other writers committed first, again and again. */
  public static CommitConflictException lostRaces(
      String path, String operation, int attempts, long seconds) {
    String detail =
        "other writers committed first in all "
            + attempts
            + " attempts of this "
            + operation
            + ", for "
            + seconds
            + " seconds; retry";
    return new CommitConflictException(path + ": nothing was committed: " + detail, true);
  }

  private CommitConflictException(String message, boolean lostRaces) {
    super(message);
    this.lostRaces = lostRaces;
  }

  /** Another commit has already replaced some of the files to be replaced. */
  public CommitConflictException(String path, long wanted, long found) {
    this(
        path
            + ": nothing was committed: of the "
            + wanted
            + " files to be replaced only "
            + found
            + " are still in the table; read the table again and retry",
        false);
  }

  /** Another commit added a file that this one would replace or depends on, but has not read. */
  public CommitConflictException(String path, String operation, String file, long read) {
    this(
        path
            + ": "
            + operation
            + " was not committed: it did not read "
            + file
            + ", which another commit added after snapshot "
            + read
            + "; read the table again and retry",
        false);
  }

  /**
   * Whether other writers were faster in all attempts, so that what the commit has read and written
   * is still right.
   */
  public boolean isLostRace() {
    return lostRaces;
  }

  /** A vacuum removed uncommitted files or snapshots that the commit is based on. */
  public CommitConflictException(String path, String detail) {
    this(path + ": nothing was committed: " + detail, false);
  }
}
