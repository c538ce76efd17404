package io.placed.encoding.entropy;

/** Logarithms of counts, from a table. */
final class Log2 {
  private static final int BITS = 12;
  private static final float[] TABLE = new float[1 << BITS];

  static {
    for (int i = 1; i < TABLE.length; i++) {
      TABLE[i] = (float) (Math.log(i) / Math.log(2));
    }
  }

  private Log2() {}

  /** With an error of less than 0.001; 0 for 0. */
  static double of(int count) {
    if (count < TABLE.length) {
      return TABLE[count];
    }
    int shift = Integer.SIZE - BITS - Integer.numberOfLeadingZeros(count);
    return TABLE[count >>> shift] + shift;
  }

  /** Bits of n symbols, of which {@code count} are equal, that these take. */
  static double bits(int count, int n) {
    return count * (of(n) - of(count));
  }
}
