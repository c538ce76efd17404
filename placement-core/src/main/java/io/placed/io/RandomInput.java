package io.placed.io;

import java.io.Closeable;
import java.io.IOException;

/** Positioned reads of one file. Thread-safe: reads do not disturb each other. */
public interface RandomInput extends Closeable {
  /**
   * Fills part of an array.
   *
   * @param position from the start of the file, in bytes
   * @throws java.io.EOFException if the file ends before
   */
  void readFully(long position, byte[] buffer, int offset, int length) throws IOException;
}
