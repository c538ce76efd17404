package io.placed.table.deletes;

import io.placed.error.CorruptFileException;

/**
 * A file of deletion vectors that a snapshot needs is not there: the table is damaged, unless the
 * snapshot has expired meanwhile and a vacuum removed both.
 */
public final class MissingDeletesException extends CorruptFileException {
  private static final long serialVersionUID = 1L;

  MissingDeletesException(String path, String commitId, Throwable cause) {
    super(
        path,
        0,
        "the deletion vectors that commit "
            + commitId
            + " wrote are missing; if a vacuum has removed them together with the snapshot, read a"
            + " newer snapshot of the table",
        cause);
  }
}
