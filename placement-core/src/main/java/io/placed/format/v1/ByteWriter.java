package io.placed.format.v1;

import io.placed.vector.Growth;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Growing little-endian buffer for the structures of the footer. */
public final class ByteWriter {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes;
  private int size;

  public ByteWriter() {
    this(64);
  }

  public ByteWriter(int capacity) {
    bytes = new byte[capacity];
  }

  public static void putInt(byte[] to, int at, int value) {
    INT.set(to, at, value);
  }

  public static void putLong(byte[] to, int at, long value) {
    LONG.set(to, at, value);
  }

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

  public ByteWriter u8(int value) {
    room(1);
    bytes[size++] = (byte) value;
    return this;
  }

  public ByteWriter u16(int value) {
    return u8(value).u8(value >>> 8);
  }

  public ByteWriter u32(int value) {
    room(4);
    putInt(bytes, size, value);
    size += 4;
    return this;
  }

  public ByteWriter u64(long value) {
    room(8);
    putLong(bytes, size, value);
    size += 8;
    return this;
  }

  public ByteWriter varint(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
    return this;
  }

  public ByteWriter zigzag(long value) {
    return varint(value << 1 ^ value >> 63);
  }

  public ByteWriter string(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    return varint(utf8.length).bytes(utf8, 0, utf8.length);
  }

  public ByteWriter bytes(byte[] from, int offset, int length) {
    room(length);
    System.arraycopy(from, offset, bytes, size, length);
    size += length;
    return this;
  }

  private void room(int more) {
    long needed = (long) size + more;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Growth.of(bytes.length, needed));
    }
  }
}
