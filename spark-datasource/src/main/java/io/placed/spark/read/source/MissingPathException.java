package io.placed.spark.read.source;

import java.io.FileNotFoundException;

/** A path of a read where nothing is, or a pattern that nothing matches. */
final class MissingPathException extends FileNotFoundException {
  private static final long serialVersionUID = 1L;

  private final String path;

  MissingPathException(String path) {
    super(path + ": there is no such file or directory");
    this.path = path;
  }

  String path() {
    return path;
  }
}
