package io.placed.table.snapshot;

/**
 * One line of the history of a data set.
 *
 * @param id 1 for the first snapshot
 * @param parent the snapshot that this one was made from; 0 = none
 * @param parentCommit the commit of that snapshot; empty if there is none
 * @param timestampMillis when it was committed, in milliseconds since 1970-01-01T00:00:00Z
 * @param operation append, overwrite, …
 * @param filesAdded how many files it brought
 * @param filesRemoved how many it took out, foreign ones included
 * @param rowsAdded rows of the files that it brought
 * @param bytesAdded length of the files that it brought
 */
public record SnapshotInfo(
    long id,
    long parent,
    String parentCommit,
    String commitId,
    long timestampMillis,
    String operation,
    long filesAdded,
    long filesRemoved,
    long rowsAdded,
    long bytesAdded) {

  /**
   * The operation of a commit that gives files another layout and leaves their rows as they are.
   */
  public static final String REWRITE = "rewrite";

  /**
   * The line after another one.
   *
   * @param beforeOrNull null for the first line
   */
  public static SnapshotInfo after(
      SnapshotInfo beforeOrNull,
      String commitId,
      String operation,
      long filesAdded,
      long filesRemoved,
      long rowsAdded,
      long bytesAdded) {
    long now = System.currentTimeMillis();
    long parent = beforeOrNull == null ? 0 : beforeOrNull.id();
    return new SnapshotInfo(
        parent + 1,
        parent,
        beforeOrNull == null ? "" : beforeOrNull.commitId(),
        commitId,
        // History does not run backwards, whatever the clocks of its writers do.
        beforeOrNull == null ? now : Math.max(now, beforeOrNull.timestampMillis()),
        operation,
        filesAdded,
        filesRemoved,
        rowsAdded,
        bytesAdded);
  }

  /** The line after this one of a commit that neither adds nor removes files. */
  public SnapshotInfo next(String commitId, String operation) {
    return after(this, commitId, operation, 0, 0, 0, 0);
  }
}
