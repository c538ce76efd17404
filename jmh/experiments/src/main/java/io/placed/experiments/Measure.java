package io.placed.experiments;

import java.util.List;

/**
 * The value of each repetition.
 *
 * @param unit such as {@code ms} or {@code B}; empty for a ratio
 * @param runs one number for each repetition; a single one if it is the same in all
 */
public record Measure(String unit, List<Double> runs) {
  public Measure {
    runs = List.copyOf(runs);
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no value in " + unit);
    }
  }

  static Measure of(String unit, double value) {
    return new Measure(unit, List.of(value));
  }

  /** The median. */
  public double median() {
    List<Double> sorted = runs.stream().sorted().toList();
    int n = sorted.size();
    return n % 2 == 1 ? sorted.get(n / 2) : (sorted.get(n / 2 - 1) + sorted.get(n / 2)) / 2;
  }

  public double min() {
    return runs.stream().mapToDouble(d -> d).min().orElseThrow();
  }

  public double max() {
    return runs.stream().mapToDouble(d -> d).max().orElseThrow();
  }
}
