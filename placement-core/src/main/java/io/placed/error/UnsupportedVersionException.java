package io.placed.error;

import java.io.IOException;

/** A sound file of a format version that this library does not read: too new, or withdrawn. */
public final class UnsupportedVersionException extends IOException {
  private static final long serialVersionUID = 1L;

  public UnsupportedVersionException(String path, int found, int oldest, int newest) {
    super(
        path
            + ": format version "
            + found
            + ", this library reads versions "
            + oldest
            + " to "
            + newest);
  }
}
