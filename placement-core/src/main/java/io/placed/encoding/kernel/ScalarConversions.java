package io.placed.encoding.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * Conversions as loops that the compiler of JDK 17 vectorizes. It vectorizes neither conversions of
 * integers to floating-point nor reinterpretations of bits. Therefore bits are reinterpreted by two
 * block copies through a byte array. An integer becomes a double as the low bits of one whose
 * exponent gives them the unit 1, minus the value of that exponent.
 */
final class ScalarConversions extends ConversionKernels {
  private static final int VECTOR = 1024;

  /** Bits of 1.5 * 2^52. */
  private static final long LONG_BASE = 0x4338000000000000L;

  private static final double LONG_BASE_VALUE = Double.longBitsToDouble(LONG_BASE);

  /** Upper bits of 2^52. The lower bits are an int with inverted sign bit, which adds 2^31. */
  private static final int INT_BASE = 0x43300000;

  private static final double INT_BASE_VALUE =
      Double.longBitsToDouble((long) INT_BASE << 32 | 0x80000000L);

  private final byte[] bytes = new byte[VECTOR * 8];
  private final LongBuffer asLongs = buffer().asLongBuffer();
  private final IntBuffer asInts = buffer().asIntBuffer();
  private final DoubleBuffer asDoubles = buffer().asDoubleBuffer();
  private final FloatBuffer asFloats = buffer().asFloatBuffer();
  private final int[] halves = new int[2 * VECTOR];
  private final double[] doubles = new double[VECTOR];

  private ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void divide(int[] in, int n, int exponent, double[] out, int outOff) {
    if (exponent <= Reciprocal.MAX_EXPONENT) {
      double high = Reciprocal.high(exponent);
      double low = Reciprocal.low(exponent);
      for (int i = 0; i < n; i++) {
        double x = in[i];
        out[outOff + i] = x * high + x * low;
      }
      return;
    }
    for (int i = 0; i < n; i++) {
      halves[2 * i] = in[i] ^ 0x80000000;
      halves[2 * i + 1] = INT_BASE;
    }
    asInts.put(0, halves, 0, 2 * n);
    asDoubles.get(0, out, outOff, n);
    subtractAndDivide(out, outOff, n, INT_BASE_VALUE, PowersOfTen.get(exponent));
  }

  @Override
  public void divide(long[] in, int n, int exponent, double[] out, int outOff) {
    for (int i = 0; i < n; i++) {
      in[i] += LONG_BASE;
    }
    asLongs.put(0, in, 0, n);
    asDoubles.get(0, out, outOff, n);
    subtractAndDivide(out, outOff, n, LONG_BASE_VALUE, PowersOfTen.get(exponent));
  }

  private static void subtractAndDivide(double[] out, int outOff, int n, double base, double p) {
    for (int i = outOff; i < outOff + n; i++) {
      out[i] = (out[i] - base) / p;
    }
  }

  @Override
  public void divide(int[] in, int n, int exponent, float[] out, int outOff) {
    divide(in, n, exponent, doubles, 0);
    for (int i = 0; i < n; i++) {
      out[outOff + i] = (float) doubles[i];
    }
  }

  @Override
  public boolean join(int[] codes, long[] lefts, long[] rights, int n, double[] out, int outOff) {
    if (outside(codes, n)) {
      return false;
    }
    for (int i = 0; i < n; i++) {
      rights[i] |= lefts[codes[i]];
    }
    asLongs.put(0, rights, 0, n);
    asDoubles.get(0, out, outOff, n);
    return true;
  }

  @Override
  public boolean join(int[] codes, int[] lefts, int[] rights, int n, float[] out, int outOff) {
    if (outside(codes, n)) {
      return false;
    }
    for (int i = 0; i < n; i++) {
      rights[i] |= lefts[codes[i]];
    }
    asInts.put(0, rights, 0, n);
    asFloats.get(0, out, outOff, n);
    return true;
  }

  @Override
  public void multiply(
      int[] quotients, long divisor, long remainder, int n, long[] out, int outOff) {
    for (int i = 0; i < n; i++) {
      out[outOff + i] = quotients[i] * divisor + remainder;
    }
  }
}
