package io.placed.encoding.kernel;

import java.util.Arrays;
import java.util.Objects;

/**
 * Unpacks whole vectors of 1,024 values in the layout of {@code BitPacking}: exactly {@code 128 *
 * width} bytes are read. Arguments outside of the arrays are an {@link IndexOutOfBoundsException}
 * before anything is written.
 */
public final class Unpack {
  /** Values per vector. */
  public static final int VECTOR = 1024;

  /** Ints that an array should have beyond those that {@link ConversionKernels} read. */
  public static final int PADDING = 16;

  /** What is unpacked to longs is unpacked to ints first; with room to load whole vectors. */
  private static final ThreadLocal<int[]> WORDS =
      ThreadLocal.withInitial(() -> new int[VECTOR + PADDING]);

  private Unpack() {}

  /**
   * @param width 0 to 32 bits
   * @param base added to every value, modulo 2^32
   */
  public static void ints(byte[] in, int inOff, int width, int base, int[] out, int outOff) {
    check(in, inOff, width, out.length, outOff);
    if (width == 0) {
      Arrays.fill(out, outOff, outOff + VECTOR, base);
    } else if (Kernels.VECTOR) {
      vector(in, inOff, width, base, out, outOff);
    } else {
      ScalarUnpackInts.unpack(in, inOff, width, base, out, outOff);
    }
  }

  /**
   * @param width 0 to 64 bits
   * @param base added to every value, modulo 2^64
   */
  public static void longs(byte[] in, int inOff, int width, long base, long[] out, int outOff) {
    check(in, inOff, width, out.length, outOff);
    if (width == 0) {
      Arrays.fill(out, outOff, outOff + VECTOR, base);
    } else if (Kernels.VECTOR && width <= 32) {
      int[] words = WORDS.get();
      vector(in, inOff, width, 0, words, 0);
      VectorConversions.widen(words, VECTOR, base, out, outOff);
    } else {
      ScalarUnpackLongs.unpack(in, inOff, width, base, out, outOff);
    }
  }

  private static void vector(byte[] in, int inOff, int width, int base, int[] out, int outOff) {
    if (Warmup.ready(width)) {
      VectorUnpackInts.unpack(in, inOff, width, base, out, outOff);
    } else {
      VectorUnpackAny.unpack(in, inOff, width, base, out, outOff);
    }
  }

  private static void check(byte[] in, int inOff, int width, int room, int outOff) {
    Objects.checkFromIndexSize(inOff, VECTOR / 8 * width, in.length);
    Objects.checkFromIndexSize(outOff, VECTOR, room);
  }
}
