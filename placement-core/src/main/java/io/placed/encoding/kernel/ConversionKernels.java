package io.placed.encoding.kernel;

/**
 * Converts the unpacked integers of one vector to the values that they represent. All
 * implementations give the same bits. Has scratch space, so not thread-safe.
 */
public abstract class ConversionKernels {
  ConversionKernels() {}

  /** The fastest implementation for this machine and JVM. */
  public static ConversionKernels create() {
    return Kernels.VECTOR ? VectorConversions.INSTANCE : new ScalarConversions();
  }

  /** Writes {@code in[i] / 10^exponent}, rounded once. Exponents are 0 to 22. */
  public abstract void divide(int[] in, int n, int exponent, double[] out, int outOff);

  /**
   * The same for integers of at most 2^51 in magnitude; the results of larger ones are undefined.
   * Overwrites {@code in}.
   */
  public abstract void divide(long[] in, int n, int exponent, double[] out, int outOff);

  /** Writes {@code in[i] / 10^exponent}, rounded to a double and then to a float. */
  public abstract void divide(int[] in, int n, int exponent, float[] out, int outOff);

  /**
   * Writes the numbers whose bits are {@code lefts[codes[i]] | rights[i]}. Overwrites {@code
   * rights}.
   *
   * @param lefts an array of length 8
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

  /** Whether any code is not in 0 to 7. */
  static boolean outside(int[] codes, int n) {
    int or = 0;
    for (int i = 0; i < n; i++) {
      or |= codes[i];
    }
    return (or & -8) != 0;
  }
}
