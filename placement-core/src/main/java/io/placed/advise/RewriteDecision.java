package io.placed.advise;

import io.placed.advise.cost.Objective;
import io.placed.advise.cost.Predicted;
import io.placed.placement.Device;
import java.util.List;
import java.util.Locale;

/** Decides whether a layout is so much better than the current one that a rewrite pays. */
final class RewriteDecision {
  /** Least gain, and least multiple of the error of earlier predictions. */
  private static final double LEAST_GAIN = 0.1;

  private static final double ERRORS = 2;

  /** A template with this share of the weight must not lose more than that. */
  private static final double SHARE = 0.05;

  private static final double LOSS = 0.1;

  /** What the gain over the horizon must be of the rewrite's cost. */
  private static final double MARGIN = 1.2;

  private final AdvisorSettings settings;
  private final Device device;
  private final long rows;
  private final long tableBytes;
  private final double[] weights;
  private final LayoutCost current;

  RewriteDecision(
      AdvisorSettings settings,
      Device device,
      AdvisedTable table,
      double[] weights,
      LayoutCost current) {
    this.settings = settings;
    this.device = device;
    this.rows = table.rows();
    this.tableBytes = table.bytes();
    this.weights = weights;
    this.current = current;
  }

  /**
   * The rules, for a layout.
   *
   * @param templates of the layout
   */
  Advice.Decision decide(LayoutCost layout, List<Advice.Template> templates) {
    Objective objective = settings.objective();
    double before = current.objective(objective, weights);
    double after = layout.objective(objective, weights);
    double gain = before == 0 ? 0 : 1 - after / before;
    double perRun = lowerGain(layout);
    double units = units(layout);
    double least = Math.max(LEAST_GAIN, ERRORS * settings.calibration().of(settings.objective()));
    if (layout == current || gain <= 0) {
      return decision(
          Advice.Rule.NOTHING_BETTER,
          "no other placement makes the workload cheaper",
          perRun,
          units);
    }
    if (gain < least) {
      return decision(
          Advice.Rule.GAIN_TOO_SMALL,
          String.format(
              Locale.ROOT,
              "the best placement saves %.1f %%, and less than %.0f %% is within the error",
              100 * gain,
              100 * least),
          perRun,
          units);
    }
    for (Advice.Template t : templates) {
      double was = t.before().objective(objective);
      double is = t.after().objective(objective);
      if (t.share() >= SHARE && is > (1 + LOSS) * was) {
        return decision(
            Advice.Rule.TEMPLATE_LOSES,
            String.format(
                Locale.ROOT,
                "query %s, %.0f %% of the weight, would cost %.0f %% more",
                t.name(),
                100 * t.share(),
                100 * (is / was - 1)),
            perRun,
            units);
      }
    }
    if (settings.horizon() * perRun <= MARGIN * units) {
      return decision(
          Advice.Rule.REWRITE_DOES_NOT_PAY,
          String.format(
              Locale.ROOT,
              "%s runs of the workload save at least %s, and the rewrite costs %s",
              number(settings.horizon()),
              quantity(Math.max(0, settings.horizon() * perRun)),
              quantity(units)),
          perRun,
          units);
    }
    return decision(
        Advice.Rule.CHANGE,
        String.format(
            Locale.ROOT,
            "it saves %.0f %%, at least %s in %s runs of the workload, and the rewrite costs %s",
            100 * gain,
            quantity(settings.horizon() * perRun),
            number(settings.horizon()),
            quantity(units)),
        perRun,
        units);
  }

  private static Advice.Decision decision(
      Advice.Rule rule, String reason, double perRun, double units) {
    return new Advice.Decision(rule == Advice.Rule.CHANGE, rule, reason, perRun, units);
  }

  private static String number(double runs) {
    return String.format(Locale.ROOT, runs == Math.rint(runs) ? "%.0f" : "%.3g", runs);
  }

  private String quantity(double units) {
    return settings.objective() == Objective.BYTES
        ? String.format(Locale.ROOT, "%.3g MiB", units / (1 << 20))
        : String.format(Locale.ROOT, "%.3g s", units);
  }

  /** Lower 95 % bound of what a run of the workload saves. */
  private double lowerGain(LayoutCost layout) {
    double mean = 0;
    double error = 0;
    for (int q = 0; q < weights.length; q++) {
      Predicted before = estimate(current, q);
      Predicted after = estimate(layout, q);
      mean += weights[q] * (before.mean() - after.mean());
      // Errors of bytes; that of the calibration is common to both.
      double b = current.queries().get(q).bytes().error() * before.mean();
      double a = layout.queries().get(q).bytes().error() * after.mean();
      error += weights[q] * Math.hypot(a, b);
    }
    double calibrated =
        mean
            * Math.exp(
                -Math.signum(mean)
                    * Predicted.Z90
                    * settings.calibration().of(settings.objective()));
    return calibrated - Predicted.Z90 * error;
  }

  private Predicted estimate(LayoutCost layout, int q) {
    return layout.queries().get(q).estimate(settings.objective());
  }

  /** The cost of the rewrite in units of the objective. */
  private double units(LayoutCost layout) {
    double written = layout.rowBytes() * rows;
    return switch (settings.objective()) {
      case TIME -> seconds(layout);
      case BYTES -> tableBytes + written;
      case COST -> (tableBytes + written) / device.bytesPerSecond();
    };
  }

  /** Seconds of one thread. */
  private double seconds(LayoutCost layout) {
    double nanos = 0;
    double measured = 0;
    for (var c : layout.columns()) {
      nanos += c.nanosPerRow();
      measured += c.dictionaryBytes() > 0 || c.nanosPerRow() > 0 ? c.bytesPerRow() : 0;
    }
    double all = measured == 0 ? 1 : Math.max(1, layout.rowBytes() / measured);
    double written = layout.rowBytes() * rows;
    return (tableBytes + written) / device.bytesPerSecond()
        + rows * (nanos + layout.writeNanosPerRow() * all) / 1e9;
  }

  Advice.RewriteCost cost(LayoutCost layout, Advice.Decision decision) {
    double sum = 0;
    for (int q = 0; q < weights.length; q++) {
      sum += weights[q] * (estimate(current, q).mean() - estimate(layout, q).mean());
    }
    return new Advice.RewriteCost(
        seconds(layout),
        tableBytes,
        layout.rowBytes() * rows,
        sum <= 0 ? Double.POSITIVE_INFINITY : decision.rewriteUnits() / sum);
  }
}
