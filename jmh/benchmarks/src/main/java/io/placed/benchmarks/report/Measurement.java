package io.placed.benchmarks.report;

import java.util.List;
import java.util.Map;

/**
 * What one combination of parameters gave.
 *
 * @param parameters by name
 * @param unit such as {@code ms/op}
 * @param forks the score of each iteration of each fork
 * @param secondary further scores, such as bytes allocated, by name and unit
 */
public record Measurement(
    String benchmark,
    Map<String, String> parameters,
    boolean vectorApi,
    String unit,
    List<List<Double>> forks,
    Map<String, Double> secondary) {

  /** Of each fork its middle iteration. */
  public List<Double> forkMedians() {
    return forks.stream().map(Measurement::median).toList();
  }

  public double median() {
    return median(forkMedians());
  }

  public double min() {
    return forkMedians().stream().mapToDouble(d -> d).min().orElse(Double.NaN);
  }

  public double max() {
    return forkMedians().stream().mapToDouble(d -> d).max().orElse(Double.NaN);
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int n = sorted.size();
    if (n == 0) {
      return Double.NaN;
    }
    return n % 2 == 1 ? sorted.get(n / 2) : (sorted.get(n / 2 - 1) + sorted.get(n / 2)) / 2;
  }
}
