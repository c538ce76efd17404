package io.placed.error;

/** A sound file that is not a table: it holds columns of the table file that names it. */
public final class SiblingFileException extends CorruptFileException {
  private static final long serialVersionUID = 1L;

  public SiblingFileException(String path) {
    super(path, 0, "the file holds columns of another file and cannot be read on its own");
  }
}
