package io.placed.advise.cost;

/**
 * An estimated quantity with a bar that holds the true one in 90 % of the cases.
 *
 * @param mean the estimate
 * @param low lower end of the bar
 * @param high upper end of the bar
 */
public record Predicted(double mean, double low, double high) {
  /** Standard deviations of a normal distribution within which 90 % of the values are. */
  public static final double Z90 = 1.645;

  /** Nothing. */
  public static final Predicted ZERO = exactly(0);

  public Predicted {
    if (!(mean >= 0 && low <= mean && mean <= high)) {
      throw new IllegalArgumentException(
          "a prediction must be at least 0 and within its bar, found "
              + mean
              + " in "
              + low
              + " to "
              + high);
    }
  }

  /** A quantity that is known. */
  public static Predicted exactly(double value) {
    return new Predicted(value, value, value);
  }

  /**
   * An estimate whose logarithm has an error.
   *
   * @param error standard deviation of the logarithm: 0.05 is about 5 %
   */
  public static Predicted of(double mean, double error) {
    double factor = Math.exp(Z90 * error);
    return new Predicted(mean, mean / factor, mean * factor);
  }

  /** Standard deviation of the logarithm. */
  public double error() {
    return low <= 0 ? 0 : Math.log(high / low) / (2 * Z90);
  }
}
