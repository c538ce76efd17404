package io.placed.advise.check;

import io.placed.advise.cost.Calibration;
import java.util.List;

/**
 * Predictions of an advice against what scans counted after it was followed.
 *
 * @param table path
 * @param advice that was checked
 * @param from first snapshot with the advised placement of which a scan was compared
 * @param to last one
 * @param scans that were compared
 * @param templates that have such scans, in the order of the advice
 * @param calibration error that the next advice of the table assumes, from all checks
 * @param notes what was not compared, one sentence each
 */
public record CheckResult(
    String table,
    RememberedAdvice advice,
    long from,
    long to,
    long scans,
    List<ComparedTemplate> templates,
    Calibration calibration,
    List<String> notes) {
  public CheckResult {
    templates = List.copyOf(templates);
    notes = List.copyOf(notes);
  }

  /** The same with the error that all checks give. */
  CheckResult calibrated(Calibration value) {
    return new CheckResult(table, advice, from, to, scans, templates, value, notes);
  }

  /** Share of the templates whose bytes are within their bars. */
  public double covered() {
    return templates.stream().filter(ComparedTemplate::isWithinBar).count()
        / (double) templates.size();
  }

  /** The median error of the bytes: 0.05 = 5 %. */
  public double medianError() {
    return quantileOfErrors(0.5);
  }

  /** The error of the bytes that 95 % of the templates do not exceed. */
  public double largeError() {
    return quantileOfErrors(0.95);
  }

  private double quantileOfErrors(double share) {
    double[] errors =
        templates.stream().mapToDouble(t -> Math.expm1(Math.abs(t.bytesLog()))).sorted().toArray();
    double at = share * (errors.length - 1);
    int below = (int) at;
    int above = Math.min(errors.length - 1, below + 1);
    return errors[below] + (at - below) * (errors[above] - errors[below]);
  }
}
