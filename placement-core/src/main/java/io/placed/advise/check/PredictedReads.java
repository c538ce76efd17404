package io.placed.advise.check;

import static java.util.Objects.requireNonNull;

import io.placed.advise.cost.Predicted;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What a query was predicted to read.
 *
 * @param bytes of needed pages
 * @param bytesRead the same with gaps that are read
 * @param requests for pages
 * @param seconds run time
 */
public record PredictedReads(
    Predicted bytes, double bytesRead, double requests, Predicted seconds) {
  public PredictedReads {
    requireNonNull(bytes, "reads must have bytes");
    requireNonNull(seconds, "reads must have seconds");
  }

  /** The mean of several queries, bars included, because their errors have common causes. */
  static PredictedReads mean(List<PredictedReads> all) {
    return new PredictedReads(
        predicted(all, PredictedReads::bytes),
        number(all, PredictedReads::bytesRead),
        number(all, PredictedReads::requests),
        predicted(all, PredictedReads::seconds));
  }

  /** The same of a table with so many times the rows. */
  PredictedReads times(double rows) {
    return new PredictedReads(
        times(bytes, rows), bytesRead * rows, Math.max(1, requests * rows), times(seconds, rows));
  }

  private static Predicted times(Predicted p, double factor) {
    return new Predicted(p.mean() * factor, p.low() * factor, p.high() * factor);
  }

  private static Predicted predicted(
      List<PredictedReads> all, Function<PredictedReads, Predicted> what) {
    double mean = number(all, r -> what.apply(r).mean());
    double low = number(all, r -> what.apply(r).low());
    double high = number(all, r -> what.apply(r).high());
    return new Predicted(mean, Math.min(mean, low), Math.max(mean, high));
  }

  private static double number(List<PredictedReads> all, ToDoubleFunction<PredictedReads> what) {
    return all.stream().mapToDouble(what).average().orElse(0);
  }
}
