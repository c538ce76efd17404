package io.placed.advise.check;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The queries of one name in an advice.
 *
 * @param weight sum of their weights
 * @param millis mean measured time before; 0 if it was not known, so that the predicted times are
 *     those of reading alone
 * @param runs queries whose ranks were known
 */
public record PredictedTemplate(
    String name, double weight, double millis, List<PredictedRun> runs) {
  public PredictedTemplate {
    requireNonNull(name, "a template must have a name");
    runs = List.copyOf(requireNonNull(runs, "a template must have runs"));
  }
}
