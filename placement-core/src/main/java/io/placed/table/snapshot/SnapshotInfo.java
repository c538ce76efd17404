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
 * @param rowsMarked rows that were deleted by deletion vectors, in files that stay
 * @param copied rows that were only copied
 * @param restored the snapshot whose state a rollback brought back; 0 = none
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
    long bytesAdded,
    long rowsMarked,
    CopiedRows copied,
    long restored) {

  /** The operation of a commit that rewrites files without changing their rows. */
  public static final String REWRITE = "rewrite";

  /** The operation of a commit that brings back the state of an older snapshot. */
  public static final String ROLLBACK = "rollback";

  /** The operation of commits that a vacuum makes for itself; they change no rows. */
  public static final String VACUUM = "vacuum";

  /** Of files without a log. */
  public static SnapshotInfo ofFiles(long modifiedMillis, long files) {
    return new SnapshotInfo(
        0, 0, "", "", modifiedMillis, "files", files, 0, 0, 0, 0, CopiedRows.NONE, 0);
  }

  /**
   * The entry after another one.
   *
   * @param beforeOrNull null for the first entry
   * @param now the writer's clock, in milliseconds since 1970-01-01T00:00:00Z
   */
  public static SnapshotInfo after(
      SnapshotInfo beforeOrNull,
      String commitId,
      String operation,
      long filesAdded,
      long filesRemoved,
      long rowsAdded,
      long bytesAdded,
      long rowsMarked,
      long now) {
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
        bytesAdded,
        rowsMarked,
        CopiedRows.NONE,
        0);
  }

  /** The same entry, of a rollback to a snapshot. */
  public SnapshotInfo restoring(long snapshot) {
    return new SnapshotInfo(
        id,
        parent,
        parentCommit,
        commitId,
        timestampMillis,
        operation,
        filesAdded,
        filesRemoved,
        rowsAdded,
        bytesAdded,
        rowsMarked,
        copied,
        snapshot);
  }

  /** The same entry, of an operation that wrote some files again. */
  public SnapshotInfo copying(CopiedRows rows) {
    return new SnapshotInfo(
        id,
        parent,
        parentCommit,
        commitId,
        timestampMillis,
        operation,
        filesAdded,
        filesRemoved,
        rowsAdded,
        bytesAdded,
        rowsMarked,
        rows,
        restored);
  }

  /** Whether rows were deleted, or files came whose rows the table had before, or still has. */
  public boolean changesRows() {
    return filesRemoved > 0 || rowsMarked > 0 || (restored > 0 && filesAdded > 0);
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
        bytesAdded + bytes,
        rowsMarked,
        copied,
        restored);
  }

  /**
   * The next entry, of a commit that neither adds nor removes files.
   *
   * @param now the writer's clock, in milliseconds since 1970-01-01T00:00:00Z
   */
  public SnapshotInfo next(String commitId, String operation, long now) {
    return after(this, commitId, operation, 0, 0, 0, 0, 0, now);
  }
}
