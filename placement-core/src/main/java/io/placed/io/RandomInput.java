package io.placed.io;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Positioned reads of one file. Thread-safe: reads may run in parallel. */
public interface RandomInput extends Closeable {
  /**
   * Fills part of an array.
   *
   * @param position from the start of the file, in bytes
   * @throws java.io.EOFException if the file ends before
   */
  void readFully(long position, byte[] buffer, int offset, int length) throws IOException;

  /**
   * Fills several arrays, in one round trip if the store supports parallel reads, otherwise
   * sequentially.
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
   * Preferred step size of a scan in bytes, unless latency requires more: small steps stay in the
   * processor's cache until they are decoded.
   */
  default int stepBytes() {
    return 16 << 20;
  }

  /** Announces the access pattern of the next reads; affects their cost only. */
  default void access(Access how) throws IOException {}

  /** Whether to fetch a step of a scan while the previous one is decoded. */
  default boolean waitsPay() {
    return false;
  }
}
