package io.placed.encoding.kernel;

/**
 * Divides 32-bit integers by a power of ten with two multiplications and an addition, correctly
 * rounded, without a fused multiplication.
 *
 * <p>1 / 10^k is the sum of h, which has 22 bits, and l, a double. For an int x, {@code x * h} is
 * exact (31 + 22 bits), and the error of {@code x * h + x * l} before the last rounding is that of
 * l and of {@code x * l}, each 2^-53 of something that is at most 2^-22 of the result: together
 * 2^-74. A quotient that is not a double itself is at least 2^-54 / 5^k of its size away from every
 * point where rounding changes, because the numerator of the distance is an integer. Up to k = 8
 * that is more.
 */
final class Reciprocal {
  /** The largest k. */
  static final int MAX_EXPONENT = 8;

  /** Bits of the fraction that are cut off. */
  private static final int LOW_BITS = 53 - 22;

  private static final double[] HIGH = new double[MAX_EXPONENT + 1];
  private static final double[] LOW = new double[MAX_EXPONENT + 1];

  static {
    for (int k = 0; k <= MAX_EXPONENT; k++) {
      double p = PowersOfTen.get(k);
      // Rounded to 22 bits; the carry of the addition may reach the exponent, as it should.
      long bits = Double.doubleToRawLongBits(1 / p) + (1L << LOW_BITS - 1);
      double high = Double.longBitsToDouble(bits & -1L << LOW_BITS);
      HIGH[k] = high;
      // The product and the difference are exact.
      LOW[k] = (1 - p * high) / p;
    }
  }

  private Reciprocal() {}

  static double high(int exponent) {
    return HIGH[exponent];
  }

  static double low(int exponent) {
    return LOW[exponent];
  }
}
