package io.placed.encoding;

import io.placed.vector.Growth;
import java.util.Arrays;

/** Bytes that grow at the end; little-endian. */
final class ByteWriter {
  private byte[] bytes;
  private int length;

  ByteWriter(int capacity) {
    bytes = new byte[capacity];
  }

  /** The array written to; replaced when it grows. */
  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Forgets everything from this length on. */
  void truncate(int newLength) {
    length = newLength;
  }

  /**
   * Adds {@code n} bytes whose content the caller writes: it is not cleared.
   *
   * @return where they start
   */
  int reserve(long n) {
    long needed = length + n;
    if (needed > Growth.MAX) {
      throw new IllegalArgumentException(
          "a page of " + needed + " bytes is too large: lower the number of rows per page");
    }
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Growth.of(bytes.length, needed));
    }
    int at = length;
    length = (int) needed;
    return at;
  }

  void u8(int value) {
    int at = reserve(1);
    bytes[at] = (byte) value;
  }

  void u16(int value) {
    int at = reserve(2);
    LittleEndian.SHORT.set(bytes, at, (short) value);
  }

  void i32(int value) {
    int at = reserve(4);
    LittleEndian.INT.set(bytes, at, value);
  }

  void i64(long value) {
    int at = reserve(8);
    LittleEndian.LONG.set(bytes, at, value);
  }

  void bytes(byte[] from, int offset, int count) {
    int at = reserve(count);
    System.arraycopy(from, offset, bytes, at, count);
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }
}
