package io.placed.io;

import java.util.Objects;

/**
 * A range of an array to be filled from a file.
 *
 * @param position in the file, in bytes
 */
public record ReadTarget(long position, byte[] buffer, int offset, int length) {
  public ReadTarget {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    if (position < 0) {
      throw new IllegalArgumentException("the position must not be negative, found " + position);
    }
  }
}
