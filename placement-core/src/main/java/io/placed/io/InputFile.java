package io.placed.io;

import java.io.FileNotFoundException;
import java.io.IOException;

/** A file that can be read. */
public interface InputFile {
  /** The name for messages and for the store. */
  String path();

  /** In bytes. */
  long length() throws IOException;

  /**
   * Opens the file; each call gives an input of its own.
   *
   * @throws java.io.FileNotFoundException if it is not there; some stores find out at the first
   *     read
   */
  RandomInput open() throws IOException;

  /** Where the file lies. */
  default StorageKind storage() {
    return StorageKind.LOCAL;
  }

  /** The local file of measured devices that its file system is configured with, or null. */
  default String devices() {
    return null;
  }

  /**
   * A file in the same directory; nothing is asked of the file system until it is read.
   *
   * @param name without a directory
   * @param length in bytes
   * @throws java.io.FileNotFoundException if this file lies in no directory
   */
  default InputFile sibling(String name, long length) throws IOException {
    throw new FileNotFoundException(path() + ": there are no files beside it, wanted " + name);
  }
}
