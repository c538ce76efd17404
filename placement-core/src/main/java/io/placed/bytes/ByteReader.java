package io.placed.bytes;

import io.placed.error.MalformedDataException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks over bytes that may be damaged: every step is checked against the end, and every failure is
 * a {@link MalformedDataException}. Little-endian.
 *
 * <p>{@code what} names a field in the error message.
 */
public final class ByteReader {
  private static final String FIELD = "the next field";

  private final byte[] bytes;
  private final int start;
  private final int end;
  private int at;

  /**
   * @throws MalformedDataException if the array does not have these bytes: offsets and lengths are
   *     often read from a file
   */
  public ByteReader(byte[] bytes, int offset, int length) {
    if ((offset | length) < 0 || length > bytes.length - offset) {
      throw new MalformedDataException(
          length
              + " bytes at offset "
              + offset
              + " exceed the "
              + bytes.length
              + " bytes of the array");
    }
    this.bytes = bytes;
    this.start = offset;
    this.at = offset;
    this.end = offset + length;
  }

  /** The array that is read from. */
  public byte[] array() {
    return bytes;
  }

  /** Index in {@link #array()} of the next byte. */
  public int position() {
    return at;
  }

  public int remaining() {
    return end - at;
  }

  /** Number of bytes from the first to the last, those that were read included. */
  public int length() {
    return end - start;
  }

  /**
   * Passes over {@code n} bytes.
   *
   * @return index in {@link #array()} of the first of them
   */
  public int skip(long n, String what) {
    if (n < 0 || n > end - at) {
      throw tooShort(n, what);
    }
    int from = at;
    at += (int) n;
    return from;
  }

  private MalformedDataException tooShort(long n, String what) {
    return new MalformedDataException(
        what + " takes " + n + " bytes at " + (at - start) + ", only " + (end - at) + " are left");
  }

  public int u8() {
    return u8(FIELD);
  }

  public int u8(String what) {
    if (at == end) {
      throw tooShort(1, what);
    }
    return bytes[at++] & 0xFF;
  }

  /** The next byte, which stays the next. */
  public int peek(String what) {
    int value = u8(what);
    at--;
    return value;
  }

  /** A byte that must be 0 or 1. */
  public boolean bool(String what) {
    int value = u8(what);
    if (value > 1) {
      throw new MalformedDataException(what + " is " + value + ", expected 0 or 1");
    }
    return value == 1;
  }

  public int u16() {
    return LittleEndian.getU16(bytes, skip(2, FIELD));
  }

  /** Four bytes; as a signed number, where they are one. */
  public int u32() {
    return u32(FIELD);
  }

  public int u32(String what) {
    return LittleEndian.getInt(bytes, skip(4, what));
  }

  /** Four bytes that must be a number from min to max. */
  public int u32(int min, int max, String what) {
    int n = u32(what);
    if (n < min || n > max) {
      throw new MalformedDataException(
          what + " is " + (n & 0xFFFFFFFFL) + ", expected " + min + " to " + max);
    }
    return n;
  }

  /** Eight bytes; as a signed number, where they are one. */
  public long u64() {
    return u64(FIELD);
  }

  public long u64(String what) {
    return LittleEndian.getLong(bytes, skip(8, what));
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
    return (int) varintLong(what, max);
  }

  /** A varint that must lie in [0, max]. */
  public long varintLong(String what, long max) {
    long v = varint();
    if (v < 0 || v > max) {
      throw new MalformedDataException(
          what + " is " + Long.toUnsignedString(v) + ", at most " + max + " is allowed");
    }
    return v;
  }

  /** A varint: a number of things that take at least {@code bytesEach} bytes of what is left. */
  public int count(String what, int bytesEach) {
    return varint("number of " + what, remaining() / bytesEach);
  }

  public long zigzag() {
    long v = varint();
    return v >>> 1 ^ -(v & 1);
  }

  /** UTF-8 after its length in bytes, a varint. */
  public String string(String what) {
    int length = varint("length of " + what, remaining());
    return new String(bytes, skip(length, what), length, StandardCharsets.UTF_8);
  }

  /** A copy of the next bytes. */
  public byte[] bytes(int length) {
    int from = skip(length, FIELD);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  /** Fails unless everything was read. */
  public void end(String what) {
    if (at != end) {
      throw new MalformedDataException(what + " has " + (end - at) + " bytes too many");
    }
  }
}
