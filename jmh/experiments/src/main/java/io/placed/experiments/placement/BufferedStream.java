package io.placed.experiments.placement;

import io.placed.io.RandomInput;
import java.io.Closeable;
import java.io.IOException;

/**
 * A stream with one buffer, as Hadoop's local and distributed file systems have it: it is filled
 * with a whole buffer from where the reader stands, and a seek to outside of it gives up its
 * content. Large reads also go through the buffer. Without a buffer each read is one request.
 */
final class BufferedStream implements Closeable {
  private final RandomInput input;
  private final long length;
  private final byte[] buffer;
  private final Head head;
  private long start;
  private int filled;
  private byte[] scratch = new byte[0];

  /**
   * @param length of the file, in bytes
   * @param size of the buffer, in bytes; 0: none
   * @param head of the disk on which the file is
   */
  BufferedStream(RandomInput input, long length, int size, Head head) {
    this.input = input;
    this.length = length;
    this.buffer = new byte[size];
    this.head = head;
  }

  /** Where the last request on a disk ended, in whatever file; one that starts elsewhere seeks. */
  static final class Head {
    private Object file;
    private long position;
    private long seeks;

    void moves(Object to, long from, long end) {
      seeks += to.equals(file) && from == position ? 0 : 1;
      file = to;
      position = end;
    }

    /** Requests that did not start where the one before ended. */
    long seeks() {
      return seeks;
    }
  }

  /** Reads bytes and discards them: nothing is decoded. */
  void read(long offset, long count) throws IOException {
    if (buffer.length == 0) {
      exact(offset, Math.toIntExact(count));
      return;
    }
    long at = offset;
    long end = offset + count;
    while (at < end) {
      if (at < start || at >= start + filled) {
        fill(at);
      }
      at = Math.min(end, start + filled);
    }
  }

  private void exact(long offset, int count) throws IOException {
    if (scratch.length < count) {
      scratch = new byte[count];
    }
    input.readFully(offset, scratch, 0, count);
    head.moves(this, offset, offset + count);
  }

  private void fill(long at) throws IOException {
    filled = (int) Math.min(buffer.length, length - at);
    input.readFully(at, buffer, 0, filled);
    start = at;
    head.moves(this, at, at + filled);
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
