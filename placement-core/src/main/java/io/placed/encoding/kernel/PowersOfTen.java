package io.placed.encoding.kernel;

/** 10^0 to 10^22: the powers of ten that are exact as doubles. */
public final class PowersOfTen {
  public static final int MAX_EXPONENT = 22;

  private static final double[] POWERS = new double[MAX_EXPONENT + 1];

  static {
    for (int k = 0; k <= MAX_EXPONENT; k++) {
      POWERS[k] = Double.parseDouble("1e" + k);
    }
  }

  private PowersOfTen() {}

  /**
   * @param exponent 0 to {@value #MAX_EXPONENT}
   */
  public static double get(int exponent) {
    return POWERS[exponent];
  }
}
