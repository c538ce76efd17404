package io.placed.vector.match;

import java.util.Arrays;

/**
 * Floating point numbers: a closed interval or some values, with NaN or without. -0.0 and 0.0 are
 * one value, and so are all NaNs.
 */
public final class DoubleMatch extends ValueMatch {
  private final double low;
  private final double high;
  private final boolean withNan;

  /** Null if it is an interval; without NaN and -0.0. */
  private final double[] sorted;

  private DoubleMatch(double low, double high, boolean withNan, double[] sorted) {
    this.low = low + 0.0;
    this.high = high + 0.0;
    this.withNan = withNan;
    this.sorted = sorted;
  }

  /** Numbers from low to high, neither being NaN, and NaN if so said; no number if low > high. */
  public static DoubleMatch between(double low, double high, boolean withNan) {
    return new DoubleMatch(low, high, withNan, null);
  }

  /**
   * @param values any order, NaN allowed
   */
  public static DoubleMatch in(double[] values) {
    boolean nan = Arrays.stream(values).anyMatch(Double::isNaN);
    double[] numbers =
        Arrays.stream(values).filter(x -> !Double.isNaN(x)).map(x -> x + 0.0).sorted().toArray();
    return switch (numbers.length) {
      case 0 -> between(1, 0, nan);
      case 1 -> between(numbers[0], numbers[0], nan);
      default -> new DoubleMatch(numbers[0], numbers[numbers.length - 1], nan, numbers);
    };
  }

  public double low() {
    return low;
  }

  public double high() {
    return high;
  }

  public boolean withNan() {
    return withNan;
  }

  /** Whether all numbers from low to high belong to it. */
  public boolean isInterval() {
    return sorted == null;
  }

  public boolean test(double value) {
    return Double.isNaN(value)
        ? withNan
        : value >= low
            && value <= high
            && (sorted == null || Arrays.binarySearch(sorted, value + 0.0) >= 0);
  }

  @Override
  public String toString() {
    String numbers = sorted == null ? low + " to " + high : "one of " + Arrays.toString(sorted);
    return withNan ? numbers + " or NaN" : numbers;
  }
}
