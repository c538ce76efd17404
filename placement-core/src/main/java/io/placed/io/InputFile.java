package io.placed.io;

import java.io.FileNotFoundException;
import java.io.IOException;

/** A readable file. */
public interface InputFile {
  /** The path, for messages and for the store. */
  String path();

  /** Length in bytes. */
  long length() throws IOException;

  /**
   * Opens the file; each call returns a new input.
   *
   * @throws java.io.FileNotFoundException if it does not exist; some stores detect this only at the
   *     first read
   */
  RandomInput open() throws IOException;

  /** The kind of storage of the file. */
  default StorageKind storage() {
    return StorageKind.LOCAL;
  }

  /** The local file of measured devices in the configuration of its file system, or null. */
  default String devices() {
    return null;
  }

  /** The id that the file must have in its header; null if any other may be in its place. */
  default String fileId() {
    return null;
  }

  /**
   * The same, but another Placed file in its place is corruption.
   *
   * @param fileId as text
   */
  default InputFile identified(String fileId) {
    return new IdentifiedFile(this, fileId);
  }

  /**
   * A file in the same directory; does no I/O until it is read.
   *
   * @param name file name, without a directory
   * @param length in bytes
   * @throws java.io.FileNotFoundException if this file has no directory
   */
  default InputFile sibling(String name, long length) throws IOException {
    throw new FileNotFoundException(
        path() + ": this input has no sibling files, requested " + name);
  }
}
