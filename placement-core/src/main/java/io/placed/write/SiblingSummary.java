package io.placed.write;

import io.placed.format.v1.SiblingEntry;

/**
 * A file that holds columns of another one beside it.
 *
 * @param name file name, without a directory
 * @param length in bytes
 */
public record SiblingSummary(String name, long length) {
  public SiblingSummary {
    if (!SiblingEntry.isPlain(name)) {
      throw new IllegalArgumentException(
          "the name of a sibling must be a file name without a directory, found '" + name + "'");
    }
    if (length < 0) {
      throw new IllegalArgumentException(name + ": length must not be negative, found " + length);
    }
  }
}
