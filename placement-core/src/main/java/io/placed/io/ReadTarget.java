package io.placed.io;

import java.util.Objects;

/**
 * Part of an array that is to be filled from a file.
 *
 * @param position in the file, in bytes
 */
public record ReadTarget(long position, byte[] buffer, int offset, int length) {
  public ReadTarget {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    if (position < 0) {
      throw new IllegalArgumentException("a position is not negative, found " + position);
    }
  }
}
