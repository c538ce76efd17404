package io.placed.io;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Positioned reads of one file. Thread-safe: reads do not disturb each other. */
public interface RandomInput extends Closeable {
  /**
   * Fills part of an array.
   *
   * @param position from the start of the file, in bytes
   * @throws java.io.EOFException if the file ends before
   */
  void readFully(long position, byte[] buffer, int offset, int length) throws IOException;

  /**
   * Fills several arrays, at the cost of one wait where the store can read ranges side by side, and
   * one after the other where it cannot.
   *
   * @param targets ascending by position, without overlap
   * @throws java.io.EOFException if the file ends before
   */
  default void readAll(List<ReadTarget> targets) throws IOException {
    for (ReadTarget t : targets) {
      readFully(t.position(), t.buffer(), t.offset(), t.length());
    }
  }

  /**
   * How many bytes a scan best has in memory at a time, if not more has to be for waits to be few:
   * less keeps what was read in the processor's cache until it is decoded.
   */
  default int stepBytes() {
    return 16 << 20;
  }

  /** Says how the following reads will lie; changes what they cost, never what they give. */
  default void access(Access how) throws IOException {}

  /** Whether a step of a scan should be fetched while the one before it is decoded. */
  default boolean waitsPay() {
    return false;
  }
}
