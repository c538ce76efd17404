package io.placed.error;

import java.io.IOException;

/** A sound file of a format version that this library cannot read: too new, or withdrawn. */
public final class UnsupportedVersionException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final String detail;

  public UnsupportedVersionException(String path, int found, int oldest, int newest) {
    this(
        path,
        "format version "
            + found
            + " is not supported; this library reads "
            + oldest
            + " to "
            + newest);
  }

  private UnsupportedVersionException(String path, String detail) {
    super(path + ": " + detail);
    this.path = path;
    this.detail = detail;
  }

  /** The file. */
  public String path() {
    return path;
  }

  /** The message without the path. */
  public String detail() {
    return detail;
  }
}
