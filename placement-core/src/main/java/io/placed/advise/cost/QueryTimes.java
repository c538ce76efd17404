package io.placed.advise.cost;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Processor time of queries: what each part of their {@link QueryWork} takes, times a factor of
 * each template. Fitted to runs on written pages, of all orders together, since what a template
 * does with a row does not depend on the order.
 */
public final class QueryTimes {
  /**
   * Nothing was run, as for other formats, whose readers are not timed: columns take together what
   * they take alone.
   */
  public static final QueryTimes NONE =
      new QueryTimes(new double[] {0, 0, 1, 1, 1, 3}, Map.of(), Map.of());

  /** A few runs do not tell all parts apart: the usual values count as so many of the runs. */
  private static final double PRIOR = 0.02;

  /** Weight of the other templates in the factor of one, in runs. */
  private static final double PRIOR_RUNS = 2;

  /** Of factors, and of errors of runs that are taken for disturbances: their logarithms. */
  private static final double MOST_LOG = 0.7;

  private static final double DISTURBED_LOG = 0.3;

  /** Weight of the share that independent conditions would have, in rows. */
  private static final double PRIOR_ROWS = 2_000;

  private static final int ROUNDS = 12;
  private static final int DESCENTS = 50;

  private final double[] nanos;
  private final Map<String, Double> factors;
  private final Map<Integer, Double> shares;

  private QueryTimes(double[] nanos, Map<String, Double> factors, Map<Integer, Double> shares) {
    this.nanos = nanos;
    this.factors = factors;
    this.shares = shares;
  }

  /**
   * Nanoseconds per part of the work, in the order of its components: what they took in the
   * laboratory, about.
   */
  private static double[] usual() {
    return new double[] {30_000, 9_000, 2.2, 2, 1, 3};
  }

  /** A run and its work. */
  private record Sample(String template, double nanos, double[] parts) {}

  /**
   * @param all pages of orders, all in one profile; elements may be null
   * @param queries that were run on them
   */
  public static QueryTimes of(List<WrittenPages> all, List<PageQuery> queries) {
    Map<Integer, Double> shares = new HashMap<>();
    List<Sample> samples = new ArrayList<>();
    for (PageQuery q : queries) {
      double matching = q.share() * PRIOR_ROWS;
      double rows = PRIOR_ROWS;
      for (WrittenPages w : all) {
        PageRun run = w == null ? null : w.runs().get(q.number());
        if (run == null || run.nanos() <= 0) {
          continue;
        }
        matching += run.matching();
        rows += w.rows();
        samples.add(new Sample(q.template(), run.nanos(), work(w, q, run).parts()));
      }
      shares.put(q.number(), Math.min(1, matching / rows));
    }
    if (samples.isEmpty()) {
      return NONE;
    }
    double[] nanos = fitted(samples);
    return new QueryTimes(nanos, factors(samples, nanos), shares);
  }

  private static QueryWork work(WrittenPages pages, PageQuery q, PageRun run) {
    double filter = 0;
    double others = 0;
    for (String c : q.columns()) {
      double nanos = pages.columns().getOrDefault(c, ColumnCost.NONE).nanosPerRow();
      if (q.filterColumns().contains(c)) {
        filter += nanos;
      } else {
        others += nanos;
      }
    }
    return QueryWork.of(
        1,
        run.requests(),
        run.rows(),
        run.rows() == 0 ? 0 : Math.min(1, run.matching() / run.rows()),
        filter,
        others,
        q.columns().size(),
        q.filterColumns().size());
  }

  /**
   * Least squares of errors of the logarithm, of parts that are not negative: iteratively
   * reweighted, with less weight for runs that were disturbed.
   */
  private static double[] fitted(List<Sample> samples) {
    double[] usual = usual();
    double[] out = usual.clone();
    int n = out.length;
    for (int round = 0; round < ROUNDS; round++) {
      double[][] products = new double[n][n];
      double[] targets = new double[n];
      for (Sample s : samples) {
        double expected = dot(out, s.parts);
        double error = Math.abs(Math.log(expected / s.nanos));
        double weight = Math.min(1, DISTURBED_LOG / Math.max(1e-9, error)) / (expected * s.nanos);
        for (int i = 0; i < n; i++) {
          targets[i] += weight * s.parts[i] * s.nanos;
          for (int j = 0; j < n; j++) {
            products[i][j] += weight * s.parts[i] * s.parts[j];
          }
        }
      }
      for (int i = 0; i < n; i++) {
        double prior = PRIOR * samples.size() / (usual[i] * usual[i]);
        products[i][i] += prior;
        targets[i] += prior * usual[i];
      }
      for (int descent = 0; descent < DESCENTS; descent++) {
        for (int i = 0; i < n; i++) {
          double others = dot(products[i], out) - products[i][i] * out[i];
          out[i] = Math.max(0, (targets[i] - others) / products[i][i]);
        }
      }
    }
    return out;
  }

  private static Map<String, Double> factors(List<Sample> samples, double[] nanos) {
    Map<String, double[]> sums = new HashMap<>();
    for (Sample s : samples) {
      double log = Math.log(s.nanos / dot(nanos, s.parts));
      double[] sum = sums.computeIfAbsent(s.template, t -> new double[2]);
      sum[0] += Math.max(-MOST_LOG, Math.min(MOST_LOG, log));
      sum[1]++;
    }
    Map<String, Double> out = new HashMap<>();
    sums.forEach((template, s) -> out.put(template, Math.exp(s[0] / (s[1] + PRIOR_RUNS))));
    return out;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** Nanoseconds of a query of a template; the work is per file that it opens. */
  public double nanos(String template, QueryWork work) {
    return factors.getOrDefault(template, 1.0) * dot(nanos, work.parts());
  }

  /** Share of the rows that match, 0 to 1; without runs that of independent conditions. */
  public double share(int query, double independent) {
    return shares.getOrDefault(query, independent);
  }
}
