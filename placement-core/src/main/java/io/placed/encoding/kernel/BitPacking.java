package io.placed.encoding.kernel;

import io.placed.bytes.LittleEndian;
import io.placed.error.MalformedDataException;
import java.util.Arrays;

/**
 * Packs up to {@value #VECTOR} integers into {@code width} bits each, in one interleaved layout
 * that depends on no SIMD width (after FastLanes, Afroozeh and Boncz, VLDB 2023).
 *
 * <p>Widths 0 to 32 use 32 lanes of 32-bit words: value {@code r * 32 + l} is the r-th number of
 * lane l, the numbers of a lane follow each other from the low bit up, and word k of lane l is the
 * little-endian word {@code k * 32 + l}. Widths 33 to 64 use 16 lanes of 64-bit words: value {@code
 * r * 16 + l} is the r-th number of lane l. A vector of n values has {@code ceil(n / lanes)} rows,
 * each lane {@code ceil(rows * width / wordBits)} words; bits beyond the last value are zero. A
 * prefix of a vector can be unpacked without knowing its length.
 *
 * <p>All methods subtract (pack) or add (unpack) a base, modulo 2^32 or 2^64. Whole vectors are
 * unpacked by {@link Unpack}, which has a kernel per width; the loops here are for shorter ones
 * where there is no Vector API.
 */
public final class BitPacking {
  /** Values per vector. */
  public static final int VECTOR = 1024;

  private static final int LANES = 32;
  private static final int WIDE_LANES = 16;

  private BitPacking() {}

  /** Number of vectors of n values. */
  public static int vectors(int n) {
    return (n + VECTOR - 1) >>> 10;
  }

  /** Bytes of n packed values. */
  public static int packedBytes(int n, int width) {
    if (width <= 32) {
      int rows = (n + LANES - 1) / LANES;
      return ((rows * width + 31) >>> 5) * (LANES * 4);
    }
    int rows = (n + WIDE_LANES - 1) / WIDE_LANES;
    return ((rows * width + 63) >>> 6) * (WIDE_LANES * 8);
  }

  /**
   * Packs the low {@code width} bits of {@code in[i] - base}. Writes {@link #packedBytes} bytes.
   */
  public static void pack(
      long[] in, int inOff, int n, int width, long base, byte[] out, int outOff) {
    if (width == 0) {
      return;
    }
    if (width <= 32) {
      packNarrow(in, inOff, n, width, base, out, outOff);
    } else {
      packWide(in, inOff, n, width, base, out, outOff);
    }
  }

  private static void packNarrow(
      long[] in, int inOff, int n, int width, long base, byte[] out, int outOff) {
    long mask = (1L << width) - 1;
    int rows = (n + LANES - 1) / LANES;
    for (int l = 0; l < LANES; l++) {
      long word = 0;
      int bits = 0;
      int at = outOff + 4 * l;
      for (int r = 0; r < rows; r++) {
        int i = r * LANES + l;
        long value = i < n ? in[inOff + i] - base & mask : 0;
        word |= value << bits;
        bits += width;
        if (bits >= 32) {
          LittleEndian.INT.set(out, at, (int) word);
          at += 4 * LANES;
          word >>>= 32;
          bits -= 32;
        }
      }
      if (bits > 0) {
        LittleEndian.INT.set(out, at, (int) word);
      }
    }
  }

  private static void packWide(
      long[] in, int inOff, int n, int width, long base, byte[] out, int outOff) {
    long mask = -1L >>> (64 - width);
    int rows = (n + WIDE_LANES - 1) / WIDE_LANES;
    for (int l = 0; l < WIDE_LANES; l++) {
      long word = 0;
      int bits = 0;
      int at = outOff + 8 * l;
      for (int r = 0; r < rows; r++) {
        int i = r * WIDE_LANES + l;
        long value = i < n ? in[inOff + i] - base & mask : 0;
        word |= value << bits;
        bits += width;
        if (bits >= 64) {
          LittleEndian.LONG.set(out, at, word);
          at += 8 * WIDE_LANES;
          bits -= 64;
          word = bits == 0 ? 0 : value >>> (width - bits);
        }
      }
      if (bits > 0) {
        LittleEndian.LONG.set(out, at, word);
      }
    }
  }

  /**
   * Unpacks the first n values of a vector; {@code width} is 0 to 32.
   *
   * @throws MalformedDataException if the width is larger
   */
  public static void unpack(
      byte[] in, int inOff, int n, int width, int base, int[] out, int outOff) {
    if (width == 0) {
      Arrays.fill(out, outOff, outOff + n, base);
      return;
    }
    requireWidth(width, 32);
    if (n == VECTOR) {
      Unpack.ints(in, inOff, width, base, out, outOff);
      return;
    }
    if (Unpack.takesPrefix(n, width)) {
      Unpack.prefix(in, inOff, packedBytes(n, width), n, width, base, out, outOff);
      return;
    }
    int mask = -1 >>> (32 - width);
    int end = n & -LANES;
    int i = 0;
    int bit = 0;
    for (; i < end; i += LANES, bit += width) {
      int at = inOff + (bit >>> 5) * (4 * LANES);
      int shift = bit & 31;
      if (shift + width <= 32) {
        unpackRow(in, at, shift, mask, base, out, outOff + i);
      } else {
        unpackSplitRow(in, at, shift, mask, base, out, outOff + i);
      }
    }
    for (int l = 0; i < n; i++, l++) {
      int word = inOff + (bit >>> 5) * (4 * LANES) + 4 * l;
      out[outOff + i] = narrowValue(in, word, bit & 31, width) + base;
    }
  }

  // The row methods have a fixed number of iterations, so that the compiler sees one simple loop
  // wherever they are inlined.
  private static void unpackRow(
      byte[] in, int at, int shift, int mask, int base, int[] out, int o) {
    for (int l = 0; l < LANES; l++) {
      out[o + l] = ((int) LittleEndian.INT.get(in, at + 4 * l) >>> shift & mask) + base;
    }
  }

  private static void unpackSplitRow(
      byte[] in, int at, int shift, int mask, int base, int[] out, int o) {
    for (int l = 0; l < LANES; l++) {
      int low = (int) LittleEndian.INT.get(in, at + 4 * l) >>> shift;
      int high = (int) LittleEndian.INT.get(in, at + 4 * LANES + 4 * l) << -shift;
      out[o + l] = ((low | high) & mask) + base;
    }
  }

  /**
   * Extracts one number of at most 32 bits that starts at bit {@code shift} of the word at {@code
   * at}.
   */
  private static int narrowValue(byte[] in, int at, int shift, int width) {
    int value = (int) LittleEndian.INT.get(in, at) >>> shift;
    if (shift + width > 32) {
      value |= (int) LittleEndian.INT.get(in, at + 4 * LANES) << -shift;
    }
    return value & -1 >>> (32 - width);
  }

  /**
   * Unpacks the first n values of a vector; {@code width} is 0 to 64.
   *
   * @throws MalformedDataException if the width is larger
   */
  public static void unpack(
      byte[] in, int inOff, int n, int width, long base, long[] out, int outOff) {
    if (width == 0) {
      Arrays.fill(out, outOff, outOff + n, base);
      return;
    }
    requireWidth(width, 64);
    if (n == VECTOR) {
      Unpack.longs(in, inOff, width, base, out, outOff);
    } else if (Unpack.takesPrefix(n, width)) {
      Unpack.prefix(in, inOff, packedBytes(n, width), n, width, base, out, outOff);
    } else if (width <= 32) {
      unpackNarrow(in, inOff, n, width, base, out, outOff);
    } else {
      unpackWide(in, inOff, n, width, base, out, outOff);
    }
  }

  private static void unpackNarrow(
      byte[] in, int inOff, int n, int width, long base, long[] out, int outOff) {
    int mask = -1 >>> (32 - width);
    int end = n & -LANES;
    int i = 0;
    int bit = 0;
    for (; i < end; i += LANES, bit += width) {
      int at = inOff + (bit >>> 5) * (4 * LANES);
      int shift = bit & 31;
      if (shift + width <= 32) {
        unpackRow(in, at, shift, mask, base, out, outOff + i);
      } else {
        unpackSplitRow(in, at, shift, mask, base, out, outOff + i);
      }
    }
    for (int l = 0; i < n; i++, l++) {
      int word = inOff + (bit >>> 5) * (4 * LANES) + 4 * l;
      out[outOff + i] = (narrowValue(in, word, bit & 31, width) & 0xFFFFFFFFL) + base;
    }
  }

  private static void unpackRow(
      byte[] in, int at, int shift, int mask, long base, long[] out, int o) {
    for (int l = 0; l < LANES; l++) {
      int v = (int) LittleEndian.INT.get(in, at + 4 * l) >>> shift & mask;
      out[o + l] = (v & 0xFFFFFFFFL) + base;
    }
  }

  private static void unpackSplitRow(
      byte[] in, int at, int shift, int mask, long base, long[] out, int o) {
    for (int l = 0; l < LANES; l++) {
      int low = (int) LittleEndian.INT.get(in, at + 4 * l) >>> shift;
      int high = (int) LittleEndian.INT.get(in, at + 4 * LANES + 4 * l) << -shift;
      out[o + l] = ((low | high) & mask & 0xFFFFFFFFL) + base;
    }
  }

  private static void unpackWide(
      byte[] in, int inOff, int n, int width, long base, long[] out, int outOff) {
    long mask = -1L >>> (64 - width);
    int end = n & -WIDE_LANES;
    int i = 0;
    int bit = 0;
    for (; i < end; i += WIDE_LANES, bit += width) {
      int at = inOff + (bit >>> 6) * (8 * WIDE_LANES);
      int shift = bit & 63;
      if (shift + width <= 64) {
        unpackWideRow(in, at, shift, mask, base, out, outOff + i);
      } else {
        unpackWideSplitRow(in, at, shift, mask, base, out, outOff + i);
      }
    }
    for (int l = 0; i < n; i++, l++) {
      int at = inOff + (bit >>> 6) * (8 * WIDE_LANES) + 8 * l;
      int shift = bit & 63;
      long value = LittleEndian.getLong(in, at) >>> shift;
      if (shift + width > 64) {
        value |= LittleEndian.getLong(in, at + 8 * WIDE_LANES) << -shift;
      }
      out[outOff + i] = (value & mask) + base;
    }
  }

  private static void unpackWideRow(
      byte[] in, int at, int shift, long mask, long base, long[] out, int o) {
    for (int l = 0; l < WIDE_LANES; l++) {
      out[o + l] = ((long) LittleEndian.LONG.get(in, at + 8 * l) >>> shift & mask) + base;
    }
  }

  private static void unpackWideSplitRow(
      byte[] in, int at, int shift, long mask, long base, long[] out, int o) {
    for (int l = 0; l < WIDE_LANES; l++) {
      long low = (long) LittleEndian.LONG.get(in, at + 8 * l) >>> shift;
      long high = (long) LittleEndian.LONG.get(in, at + 8 * WIDE_LANES + 8 * l) << -shift;
      out[o + l] = ((low | high) & mask) + base;
    }
  }

  /**
   * Number i of a packed vector.
   *
   * @param width 0 to 64 bits
   */
  public static long get(byte[] in, int inOff, int width, int i) {
    if (width <= 32) {
      if (width == 0) {
        return 0;
      }
      int bit = (i >>> 5) * width;
      int at = inOff + (bit >>> 5) * (4 * LANES) + 4 * (i & LANES - 1);
      return narrowValue(in, at, bit & 31, width) & 0xFFFFFFFFL;
    }
    int bit = (i >>> 4) * width;
    int at = inOff + (bit >>> 6) * (8 * WIDE_LANES) + 8 * (i & WIDE_LANES - 1);
    int shift = bit & 63;
    long value = LittleEndian.getLong(in, at) >>> shift;
    if (shift + width > 64) {
      value |= LittleEndian.getLong(in, at + 8 * WIDE_LANES) << -shift;
    }
    return value & -1L >>> (64 - width);
  }

  private static void requireWidth(int width, int max) {
    if (width < 0 || width > max) {
      throw new MalformedDataException("bit width " + width + ", expected 0 to " + max);
    }
  }
}
