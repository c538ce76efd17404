package io.placed.error;

/** A sound file that is no table by itself: it holds columns of the file that names it. */
public final class SiblingFileException extends CorruptFileException {
  private static final long serialVersionUID = 1L;

  public SiblingFileException(String path) {
    super(path, 0, "this file holds columns of another file and cannot be read by itself");
  }
}
