package io.placed.error;

import java.io.IOException;

/**
 * What a file holds may be sound, and takes more memory than this JVM may use. Names the file and
 * the offset of what is too large.
 */
public final class InsufficientMemoryException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String path;
  private final long offset;
  private final String detail;

  /**
   * @param detail what takes how much, by code that does not know the file
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

  /** The file; null if it is not known. */
  public String path() {
    return path;
  }

  /** Where in the file it begins, if that is known. */
  public long offset() {
    return offset;
  }

  /** The message without file and offset. */
  public String detail() {
    return detail;
  }

  /** The same of a part of a file. */
  public InsufficientMemoryException at(String path, long offset) {
    return new InsufficientMemoryException(path, offset, this);
  }
}
