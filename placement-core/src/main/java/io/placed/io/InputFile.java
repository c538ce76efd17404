package io.placed.io;

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
}
