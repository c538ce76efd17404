package io.placed.encoding.kernel;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Conversions with the Vector API. Loaded only if its module is present. Stateless.
 *
 * <p>A division by p is {@code q = x * r, q + r * (x - p * q)} with fused operations and r = 1 / p
 * rounded. The result is the correctly rounded quotient if q is within one unit in the last place
 * of it (Markstein, IBM J. R&D 34(1), 1990, theorem 8.3: r is correctly rounded). With a relative
 * error e of r, this is the case if 0.5 + 2^53 * e is at most 1, which holds for the powers of ten
 * in {@link #BY_RECIPROCAL}; for the others the kernel divides.
 */
final class VectorConversions extends ConversionKernels {
  static final VectorConversions INSTANCE = new VectorConversions();

  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> LONGS =
      VectorSpecies.of(long.class, DOUBLES.vectorShape());
  private static final VectorShape HALF = VectorShape.forBitSize(DOUBLES.vectorBitSize() / 2);
  private static final VectorSpecies<Float> HALF_FLOATS = VectorSpecies.of(float.class, HALF);
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;

  /** Bit k is set if a division by 10^k can be replaced by multiplications. */
  static final int BY_RECIPROCAL = 0b1011001_0111010_111011111;

  /** Machines with shorter vectors may have no fused or no 64-bit multiplication. */
  private static final boolean FUSED = DOUBLES.length() >= 4;

  private static final boolean LONG_PRODUCTS = DOUBLES.length() >= 8;

  private static final long BASE = 0x4338000000000000L;
  private static final double BASE_VALUE = Double.longBitsToDouble(BASE);

  private VectorConversions() {}

  /**
   * How many of n ints can be loaded as whole vectors of which only the first half is used. Vectors
   * of half the size would be the natural choice, but once the methods shared by all shapes are
   * called for two shapes, the compiler of JDK 17 allocates vector objects in other kernels.
   */
  private static int loadable(int[] in, int n) {
    return DOUBLES.loopBound(
        Math.max(0, Math.min(n, in.length - INTS.length() + DOUBLES.length())));
  }

  /** Writes {@code in[i]}, zero-extended, plus base to {@code out[outOff + i]}. */
  static void widen(int[] in, int n, long base, long[] out, int outOff) {
    int end = loadable(in, n);
    LongVector b = LongVector.broadcast(LONGS, base);
    LongVector low = LongVector.broadcast(LONGS, 0xFFFFFFFFL);
    for (int i = 0; i < end; i += LONGS.length()) {
      ((LongVector) IntVector.fromArray(INTS, in, i).convertShape(VectorOperators.I2L, LONGS, 0))
          .lanewise(VectorOperators.AND, low)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, outOff + i);
    }
    for (int i = end; i < n; i++) {
      out[outOff + i] = (in[i] & 0xFFFFFFFFL) + base;
    }
  }

  private static boolean byReciprocal(int exponent) {
    return FUSED && (BY_RECIPROCAL >>> exponent & 1) != 0;
  }

  @Override
  public void divide(int[] in, int n, int exponent, double[] out, int outOff) {
    double p = PowersOfTen.get(exponent);
    int end = loadable(in, n);
    if (byReciprocal(exponent)) {
      DoubleVector r = DoubleVector.broadcast(DOUBLES, 1 / p);
      DoubleVector minus = DoubleVector.broadcast(DOUBLES, -p);
      for (int i = 0; i < end; i += DOUBLES.length()) {
        DoubleVector x =
            (DoubleVector)
                IntVector.fromArray(INTS, in, i).convertShape(VectorOperators.I2D, DOUBLES, 0);
        DoubleVector q = x.mul(r);
        q.lanewise(VectorOperators.FMA, minus, x)
            .lanewise(VectorOperators.FMA, r, q)
            .intoArray(out, outOff + i);
      }
    } else {
      for (int i = 0; i < end; i += DOUBLES.length()) {
        DoubleVector x =
            (DoubleVector)
                IntVector.fromArray(INTS, in, i).convertShape(VectorOperators.I2D, DOUBLES, 0);
        x.div(p).intoArray(out, outOff + i);
      }
    }
    for (int i = end; i < n; i++) {
      out[outOff + i] = in[i] / p;
    }
  }

  @Override
  public void divide(long[] in, int n, int exponent, double[] out, int outOff) {
    double p = PowersOfTen.get(exponent);
    int end = DOUBLES.loopBound(n);
    if (byReciprocal(exponent)) {
      DoubleVector r = DoubleVector.broadcast(DOUBLES, 1 / p);
      DoubleVector minus = DoubleVector.broadcast(DOUBLES, -p);
      for (int i = 0; i < end; i += DOUBLES.length()) {
        DoubleVector x =
            LongVector.fromArray(LONGS, in, i).add(BASE).reinterpretAsDoubles().sub(BASE_VALUE);
        DoubleVector q = x.mul(r);
        q.lanewise(VectorOperators.FMA, minus, x)
            .lanewise(VectorOperators.FMA, r, q)
            .intoArray(out, outOff + i);
      }
    } else {
      for (int i = 0; i < end; i += DOUBLES.length()) {
        DoubleVector x =
            LongVector.fromArray(LONGS, in, i).add(BASE).reinterpretAsDoubles().sub(BASE_VALUE);
        x.div(p).intoArray(out, outOff + i);
      }
    }
    for (int i = end; i < n; i++) {
      out[outOff + i] = in[i] / p;
    }
  }

  @Override
  public void divide(int[] in, int n, int exponent, float[] out, int outOff) {
    double p = PowersOfTen.get(exponent);
    int end = loadable(in, n);
    if (byReciprocal(exponent)) {
      DoubleVector r = DoubleVector.broadcast(DOUBLES, 1 / p);
      DoubleVector minus = DoubleVector.broadcast(DOUBLES, -p);
      for (int i = 0; i < end; i += DOUBLES.length()) {
        DoubleVector x =
            (DoubleVector)
                IntVector.fromArray(INTS, in, i).convertShape(VectorOperators.I2D, DOUBLES, 0);
        DoubleVector q = x.mul(r);
        DoubleVector d =
            q.lanewise(VectorOperators.FMA, minus, x).lanewise(VectorOperators.FMA, r, q);
        ((FloatVector) d.convertShape(VectorOperators.D2F, HALF_FLOATS, 0))
            .intoArray(out, outOff + i);
      }
    } else {
      for (int i = 0; i < end; i += DOUBLES.length()) {
        DoubleVector x =
            (DoubleVector)
                IntVector.fromArray(INTS, in, i).convertShape(VectorOperators.I2D, DOUBLES, 0);
        ((FloatVector) x.div(p).convertShape(VectorOperators.D2F, HALF_FLOATS, 0))
            .intoArray(out, outOff + i);
      }
    }
    for (int i = end; i < n; i++) {
      out[outOff + i] = (float) (in[i] / p);
    }
  }

  @Override
  public boolean join(int[] codes, long[] lefts, long[] rights, int n, double[] out, int outOff) {
    if (outside(codes, n)) {
      return false;
    }
    int end = LONGS.loopBound(n);
    for (int i = 0; i < end; i += LONGS.length()) {
      LongVector.fromArray(LONGS, lefts, 0, codes, i)
          .or(LongVector.fromArray(LONGS, rights, i))
          .reinterpretAsDoubles()
          .intoArray(out, outOff + i);
    }
    for (int i = end; i < n; i++) {
      out[outOff + i] = Double.longBitsToDouble(lefts[codes[i]] | rights[i]);
    }
    return true;
  }

  @Override
  public boolean join(int[] codes, int[] lefts, int[] rights, int n, float[] out, int outOff) {
    if (outside(codes, n)) {
      return false;
    }
    int end = INTS.loopBound(n);
    for (int i = 0; i < end; i += INTS.length()) {
      IntVector.fromArray(INTS, lefts, 0, codes, i)
          .or(IntVector.fromArray(INTS, rights, i))
          .reinterpretAsFloats()
          .intoArray(out, outOff + i);
    }
    for (int i = end; i < n; i++) {
      out[outOff + i] = Float.intBitsToFloat(lefts[codes[i]] | rights[i]);
    }
    return true;
  }

  @Override
  public void multiply(
      int[] quotients, long divisor, long remainder, int n, long[] out, int outOff) {
    int end = LONG_PRODUCTS ? loadable(quotients, n) : 0;
    LongVector d = LongVector.broadcast(LONGS, divisor);
    for (int i = 0; i < end; i += LONGS.length()) {
      ((LongVector)
              IntVector.fromArray(INTS, quotients, i).convertShape(VectorOperators.I2L, LONGS, 0))
          .mul(d)
          .add(remainder)
          .intoArray(out, outOff + i);
    }
    for (int i = end; i < n; i++) {
      out[outOff + i] = quotients[i] * divisor + remainder;
    }
  }
}
