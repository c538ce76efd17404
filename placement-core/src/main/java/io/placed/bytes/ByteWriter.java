package io.placed.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow at the end; little-endian. What {@link ByteReader} reads. */
public final class ByteWriter {
  private byte[] bytes;
  private int size;

  public ByteWriter() {
    this(64);
  }

  public ByteWriter(int capacity) {
    bytes = new byte[capacity];
  }

  /** The array written to; replaced when it grows. */
  public byte[] array() {
    return bytes;
  }

  public int size() {
    return size;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  public void clear() {
    size = 0;
  }

  /** Forgets everything from this size on. */
  public void truncate(int newSize) {
    size = newSize;
  }

  /**
   * Adds {@code n} bytes whose content the caller writes: it is not cleared.
   *
   * @return where they start
   * @throws IllegalArgumentException if no array holds so many
   */
  public int reserve(long n) {
    if (n < 0 || n > Growth.MAX - size) {
      throw new IllegalArgumentException(
          "a page or part of "
              + size
              + " and "
              + n
              + " bytes does not fit into one array; use smaller pages or fewer columns");
    }
    int needed = size + (int) n;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Growth.of(bytes.length, needed));
    }
    int at = size;
    size = needed;
    return at;
  }

  public ByteWriter u8(int value) {
    int at = reserve(1);
    bytes[at] = (byte) value;
    return this;
  }

  public ByteWriter u16(int value) {
    int at = reserve(2);
    LittleEndian.SHORT.set(bytes, at, (short) value);
    return this;
  }

  public ByteWriter u32(int value) {
    int at = reserve(4);
    LittleEndian.putInt(bytes, at, value);
    return this;
  }

  public ByteWriter u64(long value) {
    int at = reserve(8);
    LittleEndian.putLong(bytes, at, value);
    return this;
  }

  /** Seven bits a byte, the lowest first; the top bit says that more follow. */
  public ByteWriter varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      u8((int) (rest | 0x80));
      rest >>>= 7;
    }
    return u8((int) rest);
  }

  public ByteWriter zigzag(long value) {
    return varint(value << 1 ^ value >> 63);
  }

  /** UTF-8 after its length in bytes, a varint. */
  public ByteWriter string(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return varint(utf8.length).bytes(utf8, 0, utf8.length);
  }

  public ByteWriter bytes(byte[] from, int offset, int length) {
    int at = reserve(length);
    System.arraycopy(from, offset, bytes, at, length);
    return this;
  }
}
