package io.placed.error;

/** A file without the magic bytes of a Placed file: another format, or not a table at all. */
public final class NotPlacedFileException extends CorruptFileException {
  private static final long serialVersionUID = 1L;

  public NotPlacedFileException(String path, String detail) {
    super(path + ": " + detail, path, 0, detail, null);
  }
}
