package io.placed.encoding.kernel;

/**
 * Compares up to 1,024 numbers with a range: bit i of the result is set if {@code v[off + i] - base
 * <= last}, in signed wrapping arithmetic. With {@code base = low - MIN_VALUE} and {@code last =
 * high - base} this is {@code low <= v <= high} in a single comparison: subtracting the base moves
 * the range to the smallest numbers, and numbers below it wrap around to the largest.
 *
 * <p>Floating-point numbers are compared by the integer {@code bits ^ bits >> 63 >>> 1}, which has
 * the order of the numbers, with NaNs beyond both infinities.
 *
 * <p>Results are written to {@code bits}, starting with word {@code word}; bits after the last
 * number are zero.
 */
public final class CompareRange {
  private CompareRange() {}

  public static void ints(int[] v, int off, int n, int base, int last, long[] bits, int word) {
    int done = Kernels.VECTOR ? VectorCompareRange.ints(v, off, n, base, last, bits, word) : 0;
    ScalarCompareRange.ints(v, off + done, n - done, base, last, bits, word + (done >>> 6));
  }

  public static void longs(long[] v, int off, int n, long base, long last, long[] bits, int word) {
    int done = Kernels.VECTOR ? VectorCompareRange.longs(v, off, n, base, last, bits, word) : 0;
    ScalarCompareRange.longs(v, off + done, n - done, base, last, bits, word + (done >>> 6));
  }

  public static void floats(float[] v, int off, int n, int base, int last, long[] bits, int word) {
    int done = Kernels.VECTOR ? VectorCompareRange.floats(v, off, n, base, last, bits, word) : 0;
    ScalarCompareRange.floats(v, off + done, n - done, base, last, bits, word + (done >>> 6));
  }

  public static void doubles(
      double[] v, int off, int n, long base, long last, long[] bits, int word) {
    int done = Kernels.VECTOR ? VectorCompareRange.doubles(v, off, n, base, last, bits, word) : 0;
    ScalarCompareRange.doubles(v, off + done, n - done, base, last, bits, word + (done >>> 6));
  }
}
