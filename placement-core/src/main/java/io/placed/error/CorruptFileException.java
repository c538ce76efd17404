package io.placed.error;

import java.io.IOException;

/**
 * Damaged data: a checksum that does not match, a length that points outside the file, a value that
 * the format does not allow. Names the file, the offset and, where known, the row group and column.
 */
public class CorruptFileException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final long offset;
  private final String detail;

  public CorruptFileException(String path, long offset, String detail) {
    this(path, offset, detail, null);
  }

  public CorruptFileException(String path, long offset, String detail, Throwable cause) {
    this(path + ": damaged at offset " + offset + ": " + detail, path, offset, detail, cause);
  }

  CorruptFileException(String message, String path, long offset, String detail, Throwable cause) {
    super(message, cause);
    this.path = path;
    this.offset = offset;
    this.detail = detail;
  }

  /** The file, as the caller named it. */
  public String path() {
    return path;
  }

  /** Offset of the part that could not be read. */
  public long offset() {
    return offset;
  }

  /** What was found and what was expected, without the path. */
  public String detail() {
    return detail;
  }
}
