package io.placed.write;

import io.placed.format.v1.SiblingEntry;

/**
 * A file that holds columns of another one, and lies beside it.
 *
 * @param name without a directory
 * @param length in bytes
 */
public record SiblingSummary(String name, long length) {
  public SiblingSummary {
    if (!SiblingEntry.isPlain(name)) {
      throw new IllegalArgumentException("not the name of a file beside another: '" + name + "'");
    }
    if (length < 0) {
      throw new IllegalArgumentException(name + ": negative length " + length);
    }
  }
}
