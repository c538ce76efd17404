package io.placed.table.snapshot;

/**
 * One entry of the history of a data set.
 *
 * @param id 1 for the first snapshot
 * @param parent the parent snapshot; 0 = none
 * @param parentCommit commit id of the parent; empty if there is none
 * @param timestampMillis commit time, in milliseconds since 1970-01-01T00:00:00Z
 * @param operation append, overwrite, …
 * @param filesAdded number of files added
 * @param filesRemoved number of files removed, foreign ones included
 * @param rowsAdded rows of the added files
 * @param bytesAdded length of the added files
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

  /** The operation of a commit that rewrites files without changing their rows. */
  public static final String REWRITE = "rewrite";

  /**
   * The entry after another one.
   *
   * @param beforeOrNull null for the first entry
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
        // Timestamps never decrease, even if the clocks of the writers differ.
        beforeOrNull == null ? now : Math.max(now, beforeOrNull.timestampMillis()),
        operation,
        filesAdded,
        filesRemoved,
        rowsAdded,
        bytesAdded);
  }

  /** The same entry of a commit that added more files. */
  public SnapshotInfo plus(long files, long rows, long bytes) {
    return new SnapshotInfo(
        id,
        parent,
        parentCommit,
        commitId,
        timestampMillis,
        operation,
        filesAdded + files,
        filesRemoved,
        rowsAdded + rows,
        bytesAdded + bytes);
  }

  /** The next entry, of a commit that neither adds nor removes files. */
  public SnapshotInfo next(String commitId, String operation) {
    return after(this, commitId, operation, 0, 0, 0, 0);
  }
}
