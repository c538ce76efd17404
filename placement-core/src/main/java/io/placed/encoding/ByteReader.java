package io.placed.encoding;

import io.placed.encoding.kernel.ConversionKernels;
import io.placed.error.MalformedDataException;
import io.placed.vector.Heap;
import java.util.Objects;

/** Walks over bytes that may be damaged: every step is checked against the end. Little-endian. */
final class ByteReader {
  private final byte[] bytes;
  private final int start;
  private final int end;
  private int at;

  /** Where decoders get their arrays; null = they make new ones. */
  private final Scratch scratch;

  /** Memory that decoders may still ask for. */
  private long memory;

  private long charged;

  ByteReader(byte[] bytes, int offset, int length) {
    this(bytes, offset, length, null);
  }

  ByteReader(byte[] bytes, int offset, int length, Scratch scratchOrNull) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    this.bytes = bytes;
    this.start = offset;
    this.at = offset;
    this.end = offset + length;
    this.scratch = scratchOrNull;
    this.memory = EncodingId.MAX_DECODER_BYTES + EncodingId.DECODER_BYTES_PER_BYTE * length;
  }

  /**
   * Takes note of memory that a decoder is about to take for all values at once. A few bytes can
   * say that there are as many runs as values, and again of the lengths of these runs.
   *
   * @throws MalformedDataException if it is more than the bytes allow
   */
  void charge(long arrayBytes) {
    memory -= arrayBytes;
    charged += arrayBytes;
    if (memory < 0) {
      throw new MalformedDataException(
          "decoding takes more than "
              + (charged + memory)
              + " bytes of memory for "
              + (end - start)
              + " encoded ones");
    }
    Heap.requireArray(charged, "decoding a page or dictionary");
  }

  /** What was taken note of so far. */
  long charged() {
    return charged;
  }

  /** An array of n or more ints, undefined, for as long as the array that is read is decoded. */
  int[] ints(int n) {
    charge(4L * n);
    return scratch == null ? new int[n] : scratch.ints(n);
  }

  /** An array of n or more longs, like {@link #ints}. */
  long[] longs(int n) {
    charge(8L * n);
    return scratch == null ? new long[n] : scratch.longs(n);
  }

  /** An array of n or more doubles, like {@link #ints}. */
  double[] doubles(int n) {
    charge(8L * n);
    return scratch == null ? new double[n] : scratch.doubles(n);
  }

  /** Kernels for this thread, with scratch space that may be shared by decoders of one page. */
  ConversionKernels conversions() {
    return scratch == null ? ConversionKernels.create() : scratch.conversions();
  }

  byte[] array() {
    return bytes;
  }

  int remaining() {
    return end - at;
  }

  /**
   * Passes over {@code n} bytes.
   *
   * @param what names the bytes in the error message
   * @return index in {@link #array()} of the first of them
   */
  int skip(long n, String what) {
    if (n < 0 || n > end - at) {
      throw new MalformedDataException(
          what
              + " takes "
              + n
              + " bytes at "
              + (at - start)
              + ", only "
              + (end - at)
              + " are left");
    }
    int from = at;
    at += (int) n;
    return from;
  }

  int u8(String what) {
    return bytes[skip(1, what)] & 0xFF;
  }

  /** The next byte, which stays the next. */
  int peek(String what) {
    int value = u8(what);
    at--;
    return value;
  }

  int i32(String what) {
    return LittleEndian.i32(bytes, skip(4, what));
  }

  long i64(String what) {
    return LittleEndian.i64(bytes, skip(8, what));
  }

  /** A count that must be between min and max. */
  int count(int min, int max, String what) {
    int n = i32(what);
    if (n < min || n > max) {
      throw new MalformedDataException(
          what + " is " + (n & 0xFFFFFFFFL) + ", expected " + min + " to " + max);
    }
    return n;
  }

  void expectEnd() {
    if (at != end) {
      throw new MalformedDataException((end - at) + " bytes are left after the last value");
    }
  }
}
