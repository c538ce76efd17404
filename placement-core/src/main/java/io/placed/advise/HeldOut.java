package io.placed.advise;

import io.placed.advise.cost.Objective;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the choice of a layout is worth to queries that had no part in it. The queries are divided
 * into halves; for each half the layout is taken that is best for the other one. Among many layouts
 * some fit a few random queries by chance, and those do not fit further ones.
 *
 * @param gain share of the objective that is saved; negative if it is worse
 * @param error its standard error
 */
record HeldOut(double gain, double error) {
  /** Fewer queries are no sample of others: they are the workload. */
  private static final double LEAST_QUERIES = 8;

  /** One-sided 95 %. */
  private static final double Z95 = 1.645;

  /** The least gain that further queries are expected to have. */
  double low() {
    return gain - Z95 * error;
  }

  /**
   * @param sets layouts from which one is chosen, that of now among them
   * @return empty if there are too few queries
   */
  static Optional<HeldOut> of(
      List<QueryUse> queries, LayoutCost current, List<LayoutSet> sets, Objective objective) {
    if (!isKnown(queries)) {
      return Optional.empty();
    }
    boolean[] halves = halves(queries);
    int n = queries.size();
    double[] before = new double[n];
    double[] after = new double[n];
    for (int half = 0; half < 2; half++) {
      LayoutSet best = best(sets, queries, halves, half == 0, objective);
      for (int q = 0; q < n; q++) {
        if (halves[q] != (half == 0)) {
          double weight = queries.get(q).weight();
          before[q] = weight * current.queries().get(q).objective(objective);
          after[q] = weight * best.reads(q).objective(objective);
        }
      }
    }
    return Optional.of(of(before, after));
  }

  private static HeldOut of(double[] before, double[] after) {
    double all = 0;
    double left = 0;
    for (int q = 0; q < before.length; q++) {
      all += before[q];
      left += after[q];
    }
    if (all == 0) {
      return new HeldOut(0, 0);
    }
    double gain = 1 - left / all;
    double squares = 0;
    for (int q = 0; q < before.length; q++) {
      double residual = before[q] - after[q] - gain * before[q];
      squares += residual * residual;
    }
    double more = before.length / (before.length - 1.0);
    return new HeldOut(gain, Math.sqrt(more * squares) / all);
  }

  private static LayoutSet best(
      List<LayoutSet> sets,
      List<QueryUse> queries,
      boolean[] halves,
      boolean half,
      Objective objective) {
    LayoutSet best = null;
    double least = Double.POSITIVE_INFINITY;
    for (LayoutSet s : sets) {
      double sum = 0;
      for (int q = 0; q < halves.length; q++) {
        sum += halves[q] == half ? queries.get(q).weight() * s.reads(q).objective(objective) : 0;
      }
      if (best == null || sum < least) {
        best = s;
        least = sum;
      }
    }
    return best;
  }

  /** The number of queries of equal weight that would say as much. */
  private static double effective(List<QueryUse> queries) {
    double sum = 0;
    double squares = 0;
    for (QueryUse q : queries) {
      sum += q.weight();
      squares += q.weight() * q.weight();
    }
    return sum * sum / squares;
  }

  /** Every other query is in the first half; queries of one name are divided as equally. */
  static boolean[] halves(List<QueryUse> queries) {
    List<Integer> byName = new ArrayList<>();
    for (int q = 0; q < queries.size(); q++) {
      byName.add(q);
    }
    byName.sort(Comparator.comparing(q -> queries.get(q).query().name()));
    boolean[] out = new boolean[queries.size()];
    for (int k = 0; k < out.length; k++) {
      out[byName.get(k)] = k % 2 == 0;
    }
    return out;
  }

  /** Whether there are enough queries. */
  static boolean isKnown(List<QueryUse> queries) {
    return effective(queries) >= LEAST_QUERIES;
  }
}
