package io.placed.advise;

import io.placed.advise.cost.Calibration;
import io.placed.advise.cost.ColumnCost;
import io.placed.advise.cost.Objective;
import io.placed.advise.cost.Predicted;
import io.placed.advise.cost.ShuffleTime;
import io.placed.placement.Device;
import java.util.List;
import java.util.Locale;

/** Decides whether layouts are so much better than the current one that writing them pays. */
final class RewriteDecision {
  /** Least gain, and least multiple of the error of earlier predictions. */
  private static final double LEAST_GAIN = 0.1;

  private static final double ERRORS = 2;

  /** A template with this share of the weight must not lose more than that. */
  static final double SHARE = 0.05;

  static final double LOSS = 0.1;

  /**
   * Of queries of an engine that moves rows, whose tasks take longer to start: what they lose at
   * least, in seconds.
   */
  private static final double LEAST_LOSS = 0.01;

  /** What the gain over the horizon must be of the rewrite's cost. */
  private static final double MARGIN = 1.2;

  private final AdvisorSettings settings;
  private final Device device;
  private final long rows;
  private final List<QueryUse> queries;
  private final double[] weights;
  private final LayoutCost current;
  private final double leastLoss;

  /** Null if it is not known. */
  private final HeldOut heldOut;

  /**
   * @param rows of the table
   * @param current layout of the table
   */
  RewriteDecision(
      AdvisorSettings settings,
      Device device,
      long rows,
      List<QueryUse> queries,
      LayoutCost current) {
    this(settings, device, rows, queries, current, null);
  }

  private RewriteDecision(
      AdvisorSettings settings,
      Device device,
      long rows,
      List<QueryUse> queries,
      LayoutCost current,
      HeldOut heldOut) {
    this.heldOut = heldOut;
    this.settings = settings;
    this.device = device;
    this.rows = rows;
    this.queries = queries;
    this.weights = QueryUse.weights(queries);
    this.current = current;
    boolean moves = queries.stream().anyMatch(q -> !q.shuffled().isEmpty());
    this.leastLoss = moves && settings.objective() == Objective.TIME ? LEAST_LOSS : 0;
  }

  /** The same rules, and that layouts with other orders are as good for further queries. */
  RewriteDecision with(HeldOut gain) {
    return new RewriteDecision(settings, device, rows, queries, current, gain);
  }

  /** Whether no template of weight loses. */
  boolean admits(LayoutCost layout) {
    return loser(LayoutSet.of(queries, List.of(layout), settings.objective())) == null;
  }

  /**
   * A template of weight that loses; null if there is none. Whatever is read is infinitely more
   * than nothing, so what reads nothing now is compared with the mean of all.
   */
  private Advice.Template loser(LayoutSet set) {
    Objective objective = settings.objective();
    double mean = current.objective(objective, weights);
    for (Advice.Template t : Templates.of(queries, current, set)) {
      double before = t.before().objective(objective);
      double after = t.after().objective(objective);
      boolean readsNothing = t.before().bytes().mean() == 0;
      double least = readsNothing ? Math.max(leastLoss, LOSS * mean) : leastLoss;
      boolean loses = after > (1 + LOSS) * before && after - before > least;
      if (t.share() >= SHARE && loses) {
        return t;
      }
    }
    return null;
  }

  /** The rules, for a layout and copies. */
  Advice.Decision decide(LayoutSet set) {
    Objective objective = settings.objective();
    double before = current.objective(objective, weights);
    double after = set.objective(objective, weights);
    double gain = before == 0 ? 0 : 1 - after / before;
    double perRun = lowerGain(set);
    double units = units(set);
    double least = Math.max(LEAST_GAIN, ERRORS * predictedShare() * calibration());
    boolean same = set.layouts().size() == 1 && set.table().isCurrent();
    if (same || gain <= 0) {
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
    boolean orders = set.layouts().stream().anyMatch(RewriteDecision::ordersRows);
    if (orders && heldOut != null && heldOut.low() < LEAST_GAIN) {
      return decision(
          Advice.Rule.ONLY_THESE_QUERIES,
          String.format(
              Locale.ROOT,
              "the best placement saves %.1f %%, but the best for one half of the queries saves %.1f"
                  + " %% ± %.1f %% of the other half, so further queries may not gain %.0f %%",
              100 * gain,
              100 * heldOut.gain(),
              100 * (heldOut.gain() - heldOut.low()),
              100 * LEAST_GAIN),
          perRun,
          units);
    }
    Advice.Template loser = loser(set);
    if (loser != null) {
      return decision(
          Advice.Rule.TEMPLATE_LOSES,
          String.format(
              Locale.ROOT,
              "query %s, %.0f %% of the weight, would cost %s",
              loser.name(),
              100 * loser.share(),
              loss(loser.before().objective(objective), loser.after().objective(objective))),
          perRun,
          units);
    }
    if (net(set) <= 0) {
      double saved = Math.max(0, settings.horizon() * perRun);
      return decision(
          Advice.Rule.REWRITE_DOES_NOT_PAY,
          String.format(
              Locale.ROOT,
              saved < units
                  ? "%s runs of the workload save at least %s, and the rewrite costs %s"
                  : "%s runs of the workload save at least %s, which is not a fifth more than the"
                      + " rewrite costs, %s",
              number(settings.horizon()),
              quantity(saved),
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

  /** What now costs nothing cannot be compared. */
  private String loss(double before, double after) {
    return before == 0
        ? quantity(after) + " instead of nothing"
        : String.format(Locale.ROOT, "%.0f %% more", 100 * (after / before - 1));
  }

  private double calibration() {
    return settings.calibration().of(settings.objective());
  }

  /** What was measured beyond the predictions has no error. */
  private double predictedShare() {
    Advice.Reads now = QueryCost.mean(current.queries(), weights);
    double all = now.seconds().mean();
    boolean time = settings.objective() == Objective.TIME && all > 0;
    return time ? Math.max(0, 1 - now.restSeconds() / all) : 1;
  }

  /** Other row groups, columns and encodings are as good for further queries. */
  private static boolean ordersRows(LayoutCost layout) {
    return !layout.isCurrent() && !layout.design().rows().isArrival();
  }

  /** What a set saves at least over the horizon beyond its cost, with the margin. */
  double net(LayoutSet set) {
    return settings.horizon() * lowerGain(set) - MARGIN * units(set);
  }

  /** What a run of the workload saves. */
  private double gain(LayoutSet set) {
    double sum = 0;
    for (int q = 0; q < weights.length; q++) {
      sum += weights[q] * (estimate(current, q).mean() - estimate(set, q).mean());
    }
    return sum;
  }

  private static Advice.Decision decision(
      Advice.Rule rule, String reason, double perRun, double units) {
    return new Advice.Decision(rule == Advice.Rule.CHANGE, rule, reason, perRun, units);
  }

  private static String number(double runs) {
    return String.format(Locale.ROOT, runs == Math.rint(runs) ? "%.0f" : "%.3g", runs);
  }

  private String quantity(double units) {
    boolean bytes = settings.objective() == Objective.BYTES;
    double shown = bytes ? units / (1 << 20) : units;
    return String.format(Locale.ROOT, shown < 1000 ? "%.3g" : "%,.0f", shown)
        + (bytes ? " MiB" : " s");
  }

  /** Lower 95 % bound of what a run of the workload saves. */
  private double lowerGain(LayoutSet set) {
    double mean = 0;
    double error = 0;
    for (int q = 0; q < weights.length; q++) {
      Predicted before = estimate(current, q);
      Predicted after = estimate(set, q);
      mean += weights[q] * (before.mean() - after.mean());
      boolean same = set.reads(q).equals(current.queries().get(q));
      error += same ? 0 : weights[q] * error(current.queries().get(q), set.reads(q));
    }
    double calibrated = mean * Math.exp(-Math.signum(mean) * Predicted.Z90 * calibration());
    return calibrated - Predicted.Z90 * error;
  }

  /** Error of a difference. What both take to move rows is the same, with the same error. */
  private double error(Advice.Reads before, Advice.Reads after) {
    double moved = before.shuffleSeconds() - after.shuffleSeconds();
    boolean time = settings.objective() == Objective.TIME;
    return Math.hypot(
        Math.hypot(readError(before), readError(after)), time ? ShuffleTime.ERROR * moved : 0);
  }

  /** Without that of moving rows. */
  private double readError(Advice.Reads of) {
    Predicted estimate = of.estimate(settings.objective());
    double all = own(estimate) * estimate.mean();
    boolean time = settings.objective() == Objective.TIME;
    double moved = time ? ShuffleTime.ERROR * of.shuffleSeconds() : 0;
    return Math.sqrt(Math.max(0, all * all - moved * moved));
  }

  /** The error without that of the calibration, which all estimates have in common. */
  private double own(Predicted of) {
    Calibration calibration = settings.calibration();
    double common =
        settings.objective() == Objective.TIME ? calibration.time() : calibration.bytes();
    return Math.sqrt(Math.max(0, of.error() * of.error() - common * common));
  }

  private Predicted estimate(LayoutCost layout, int q) {
    return layout.queries().get(q).estimate(settings.objective());
  }

  private Predicted estimate(LayoutSet set, int q) {
    return set.reads(q).estimate(settings.objective());
  }

  /** The cost of writing what is not there yet, in units of the objective. */
  private double units(LayoutSet set) {
    return set.layouts().stream().filter(l -> !l.isCurrent()).mapToDouble(this::units).sum();
  }

  private double units(LayoutCost layout) {
    double moved = layout.readBytes() + layout.rowBytes() * rows;
    return switch (settings.objective()) {
      case TIME -> seconds(layout);
      case BYTES -> moved;
      case COST -> moved / device.bytesPerSecond();
    };
  }

  /** Seconds of one thread to read, sort, encode and write. */
  private double seconds(LayoutCost layout) {
    double nanos = 0;
    double measured = 0;
    for (ColumnCost c : layout.columns()) {
      nanos += c.nanosPerRow();
      measured += c.dictionaryBytes() > 0 || c.nanosPerRow() > 0 ? c.bytesPerRow() : 0;
    }
    double all = measured == 0 ? 1 : Math.max(1, layout.rowBytes() / measured);
    double moved = layout.readBytes() + layout.rowBytes() * rows;
    return moved / device.bytesPerSecond() + rows * (nanos + layout.writeNanosPerRow() * all) / 1e9;
  }

  /** The cost of a set; nothing if it is what the table has. */
  Advice.RewriteCost cost(LayoutSet set) {
    List<LayoutCost> written = set.layouts().stream().filter(l -> !l.isCurrent()).toList();
    double gain = gain(set);
    return new Advice.RewriteCost(
        written.stream().mapToDouble(this::seconds).sum(),
        written.stream().mapToDouble(LayoutCost::readBytes).sum(),
        written.stream().mapToDouble(l -> l.rowBytes() * rows).sum(),
        gain <= 0 ? Double.POSITIVE_INFINITY : units(set) / gain);
  }

  /**
   * The cost of a copy, and what it saves.
   *
   * @param without the set without the copy
   */
  Advice.RewriteCost costOfCopy(LayoutSet set, LayoutCost copy, LayoutSet without) {
    double gain = gain(set) - gain(without);
    return new Advice.RewriteCost(
        seconds(copy),
        copy.readBytes(),
        copy.rowBytes() * rows,
        gain <= 0 ? Double.POSITIVE_INFINITY : units(copy) / gain);
  }
}
