package io.placed.encoding.values;

/** Logarithms of counts, from a table. */
public final class Log2 {
  private static final int BITS = 12;
  private static final float[] TABLE = new float[1 << BITS];

  static {
    for (int i = 1; i < TABLE.length; i++) {
      TABLE[i] = (float) (Math.log(i) / Math.log(2));
    }
  }

  private Log2() {}

  /** With an error of less than 0.001; 0 for 0. */
  public static double of(int count) {
    if (count < TABLE.length) {
      return TABLE[count];
    }
    int shift = Integer.SIZE - BITS - Integer.numberOfLeadingZeros(count);
    return TABLE[count >>> shift] + shift;
  }

  /** Entropy in bits of {@code count} equal symbols among n. */
  public static double bits(int count, int n) {
    return count * (of(n) - of(count));
  }

  /** Entropy in bits of n symbols that occur so many times each. */
  public static double bits(int[] counts, int n) {
    double bits = 0;
    for (int c : counts) {
      bits += bits(c, n);
    }
    return bits;
  }
}
