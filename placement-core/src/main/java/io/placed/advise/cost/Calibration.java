package io.placed.advise.cost;

import java.util.Arrays;

/**
 * How far predictions were from what scans counted: standard deviations of the logarithm of counted
 * by predicted.
 *
 * @param bytes of needed pages; comes on top of the error of the sample
 * @param time of queries
 * @param comparisons templates whose predictions were compared with counts; 0 = none
 */
public record Calibration(double bytes, double time, int comparisons) {
  /** Assumed before predictions were compared: nothing more than the sample's error for bytes. */
  public static final Calibration DEFAULT = new Calibration(0, 0.1, 0);

  /** Coverage of bars. */
  private static final double COVERAGE = 0.9;

  private static final double MOST = 10;

  public Calibration {
    if (!(bytes >= 0 && bytes <= MOST && time >= 0 && time <= MOST)) {
      throw new IllegalArgumentException(
          "the errors of a calibration must be 0 to 10, found " + bytes + " and " + time);
    }
  }

  /**
   * From earlier predictions.
   *
   * @param bytes logarithms of counted by predicted bytes
   * @param times the same of run times, of those that can be compared
   */
  public static Calibration of(double[] bytes, double[] times) {
    return new Calibration(
        deviation(bytes, DEFAULT.bytes), deviation(times, DEFAULT.time), bytes.length);
  }

  /**
   * The half width, in standard deviations, of the bar that held nine of ten predictions: the ⌈0.9
   * (n + 1)⌉-th smallest error (split conformal prediction). Fewer than nine errors do not have
   * this quantile; then it is the largest one, and at least what is assumed without any.
   */
  private static double deviation(double[] logs, double assumed) {
    double[] sorted = Arrays.stream(logs).map(Math::abs).sorted().toArray();
    int rank = (int) Math.ceil(COVERAGE * (sorted.length + 1));
    if (rank <= sorted.length) {
      return Math.min(MOST, sorted[rank - 1] / Predicted.Z90);
    }
    double largest = sorted.length == 0 ? 0 : sorted[sorted.length - 1] / Predicted.Z90;
    return Math.min(MOST, Math.max(assumed, largest));
  }

  /** The error of what an objective makes small; without comparisons the same for all. */
  public double of(Objective objective) {
    return objective == Objective.TIME || comparisons == 0 ? time : bytes;
  }
}
