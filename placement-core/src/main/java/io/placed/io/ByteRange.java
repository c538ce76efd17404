package io.placed.io;

/** Consecutive bytes of a file. */
public record ByteRange(long offset, int length) {
  public ByteRange {
    if (offset < 0 || length < 0 || offset > Long.MAX_VALUE - length) {
      throw new IllegalArgumentException(
          "a byte range needs a non-negative offset and length, found " + offset + ", " + length);
    }
  }

  /** First byte behind the range. */
  public long end() {
    return offset + length;
  }
}
