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
      VectorUnpackInts.unpack(in, inOff, width, base, out, outOff);
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
      VectorUnpackLongs.unpack(in, inOff, width, base, out, outOff);
    } else {
      ScalarUnpackLongs.unpack(in, inOff, width, base, out, outOff);
    }
  }

  private static void check(byte[] in, int inOff, int width, int room, int outOff) {
    Objects.checkFromIndexSize(inOff, VECTOR / 8 * width, in.length);
    Objects.checkFromIndexSize(outOff, VECTOR, room);
  }
}
