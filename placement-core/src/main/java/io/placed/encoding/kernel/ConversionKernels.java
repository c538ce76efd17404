package io.placed.encoding.kernel;

/**
 * Integers of one vector, unpacked, to the numbers that they stand for. Every implementation gives
 * the same bits. With scratch space: for one thread.
 */
public abstract class ConversionKernels {
  ConversionKernels() {}

  /** The fastest that this machine and JVM have. */
  public static ConversionKernels create() {
    return Kernels.VECTOR ? VectorConversions.INSTANCE : new ScalarConversions();
  }

  /** Writes {@code in[i] / 10^exponent}, rounded once. Exponents to 22. */
  public abstract void divide(int[] in, int n, int exponent, double[] out, int outOff);

  /**
   * The same for integers of at most 2^51 in magnitude; larger ones give undefined values. {@code
   * in} is scratch afterwards.
   */
  public abstract void divide(long[] in, int n, int exponent, double[] out, int outOff);

  /** Writes {@code in[i] / 10^exponent}, rounded to a double and then to a float. */
  public abstract void divide(int[] in, int n, int exponent, float[] out, int outOff);

  /**
   * Writes the numbers whose bits are {@code lefts[codes[i]] | rights[i]}. {@code rights} is
   * scratch afterwards.
   *
   * @param lefts 8 of them
   * @return false if a code is not in 0 to 7
   */
  public abstract boolean join(
      int[] codes, long[] lefts, long[] rights, int n, double[] out, int outOff);

  /** The same for 32 bits. */
  public abstract boolean join(
      int[] codes, int[] lefts, int[] rights, int n, float[] out, int outOff);

  /** Writes {@code quotients[i] * divisor + remainder}, modulo 2^64. */
  public abstract void multiply(
      int[] quotients, long divisor, long remainder, int n, long[] out, int outOff);

  /** Whether one of the codes is not in 0 to 7. */
  static boolean outside(int[] codes, int n) {
    int or = 0;
    for (int i = 0; i < n; i++) {
      or |= codes[i];
    }
    return (or & -8) != 0;
  }
}
