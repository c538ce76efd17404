package io.placed.format.v1;

import io.placed.error.MalformedDataException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Bounds-checked little-endian cursor; every failure is a {@link MalformedDataException}. */
public final class ByteReader {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int end;
  private int at;

  public ByteReader(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.at = offset;
    this.end = offset + length;
  }

  public static int getInt(byte[] from, int at) {
    return (int) INT.get(from, at);
  }

  public int position() {
    return at;
  }

  public int remaining() {
    return end - at;
  }

  public int u8() {
    need(1);
    return bytes[at++] & 0xFF;
  }

  public int u16() {
    return u8() | u8() << 8;
  }

  public int u32() {
    need(4);
    int v = (int) INT.get(bytes, at);
    at += 4;
    return v;
  }

  public long u64() {
    need(8);
    long v = (long) LONG.get(bytes, at);
    at += 8;
    return v;
  }

  public long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int b = u8();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new MalformedDataException("a varint is longer than ten bytes");
  }

  /** A varint that must lie in [0, max]. */
  public int varint(String what, int max) {
    long v = varint();
    if (v < 0 || v > max) {
      throw new MalformedDataException(
          what + " is " + Long.toUnsignedString(v) + ", at most " + max + " is possible");
    }
    return (int) v;
  }

  /** A varint that must lie in [0, max]. */
  public long varintLong(String what, long max) {
    long v = varint();
    if (v < 0 || v > max) {
      throw new MalformedDataException(
          what + " is " + Long.toUnsignedString(v) + ", at most " + max + " is possible");
    }
    return v;
  }

  /** A number of things that take at least {@code bytesEach} bytes each of what is left. */
  public int count(String what, int bytesEach) {
    return varint("number of " + what, remaining() / bytesEach);
  }

  public long zigzag() {
    long v = varint();
    return v >>> 1 ^ -(v & 1);
  }

  public String string(String what) {
    int length = varint("length of " + what, remaining());
    String s = new String(bytes, at, length, StandardCharsets.UTF_8);
    at += length;
    return s;
  }

  public byte[] bytes(int length) {
    need(length);
    byte[] out = java.util.Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return out;
  }

  public void skip(int length) {
    need(length);
    at += length;
  }

  /** Fails unless everything was read. */
  public void end(String what) {
    if (at != end) {
      throw new MalformedDataException(what + " has " + (end - at) + " bytes too many");
    }
  }

  private void need(int n) {
    if (n < 0 || end - at < n) {
      throw new MalformedDataException(n + " bytes are needed, " + (end - at) + " are left");
    }
  }
}
