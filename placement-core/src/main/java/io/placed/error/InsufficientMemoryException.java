package io.placed.error;

import java.io.IOException;

/**
 * A part of a file needs more memory than this JVM may use; the file may be sound. Names the file
 * and the offset of the part.
 */
public final class InsufficientMemoryException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final long offset;
  private final String detail;

  /**
   * @param detail the part and its size, where the file is not known
   */
  public InsufficientMemoryException(String detail) {
    super(detail);
    this.path = null;
    this.offset = 0;
    this.detail = detail;
  }

  private InsufficientMemoryException(String path, long offset, InsufficientMemoryException e) {
    super(path + ": at offset " + offset + ": " + e.detail, e);
    this.path = path;
    this.offset = offset;
    this.detail = e.detail;
  }

  /** The file; null if unknown. */
  public String path() {
    return path;
  }

  /** Offset of the part in the file, if known. */
  public long offset() {
    return offset;
  }

  /** The message without path and offset. */
  public String detail() {
    return detail;
  }

  /** The same error with path and offset. */
  public InsufficientMemoryException at(String path, long offset) {
    return new InsufficientMemoryException(path, offset, this);
  }
}
