package io.placed.encoding.kernel;

/**
 * Compares up to 1,024 numbers with a range: bit i of the result says whether {@code v[off + i] -
 * base <= last}, in wrapping arithmetic and signed. With {@code base = low - MIN_VALUE} and {@code
 * last = high - base} that is {@code low <= v <= high} with one comparison: less the base, the
 * range begins at the smallest number, and what lies below it wraps around to the top.
 *
 * <p>Floating point numbers are compared by the integer {@code bits ^ bits >> 63 >>> 1}, which has
 * the order of the numbers, with NaNs beyond both infinities.
 *
 * <p>Bits go to {@code bits} from word {@code word} on; those of the last word behind the last
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
