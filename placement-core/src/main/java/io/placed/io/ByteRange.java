package io.placed.io;

/** Consecutive bytes of a file. */
public record ByteRange(long offset, int length) {
  public ByteRange {
    if (offset < 0 || length < 0 || offset > Long.MAX_VALUE - length) {
      throw new IllegalArgumentException(
          "offset and length of a byte range must not be negative, found "
              + offset
              + " and "
              + length);
    }
  }

  /** End offset, exclusive. */
  public long end() {
    return offset + length;
  }
}
