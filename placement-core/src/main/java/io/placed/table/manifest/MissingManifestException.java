package io.placed.table.manifest;

import io.placed.error.CorruptFileException;

/**
 * A manifest that a root lists is not there: the table is damaged, unless the root has expired
 * meanwhile and a vacuum removed both.
 */
public final class MissingManifestException extends CorruptFileException {
  private static final long serialVersionUID = 1L;

  MissingManifestException(String path, Throwable cause) {
    super(path, 0, "the manifest is missing", cause);
  }

  private MissingManifestException(MissingManifestException cause, long snapshot) {
    super(
        cause.path(),
        0,
        "the manifest is missing. Snapshot "
            + snapshot
            + " lists it; if a vacuum has removed both, read a newer snapshot of the table",
        cause);
  }

  /** With the snapshot that lists it. */
  public MissingManifestException ofSnapshot(long snapshot) {
    return new MissingManifestException(this, snapshot);
  }
}
