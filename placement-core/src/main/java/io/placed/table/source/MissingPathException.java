package io.placed.table.source;

import java.io.FileNotFoundException;

/** A path of a read where there is nothing, or a pattern that nothing matches. */
public final class MissingPathException extends FileNotFoundException {
  private static final long serialVersionUID = 1L;

  private final String path;

  public MissingPathException(String path) {
    super(path + ": there is no such file or directory");
    this.path = path;
  }

  public String path() {
    return path;
  }
}
