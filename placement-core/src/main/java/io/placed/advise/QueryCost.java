package io.placed.advise;

import io.placed.advise.cost.Calibration;
import io.placed.advise.cost.ColumnCost;
import io.placed.advise.cost.Predicted;
import io.placed.advise.cost.ReadCost;
import io.placed.placement.Device;
import java.util.BitSet;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Time and bars of what a query reads. */
record QueryCost(Device device, double rows, Calibration calibration) {
  /**
   * Nanoseconds to find a matching row among others, and to copy one of its values. Fitted to the
   * times of 216 queries of the laboratory on tables without an order.
   */
  private static final double SELECT_NANOS = 10;

  private static final double COPY_NANOS = 1.5;

  /** Rows that a filter selects together: a vector without a match is not decoded further. */
  private static final int VECTOR_ROWS = 1024;

  /**
   * @param columns costs by position in the schema
   * @param error of the bytes: standard deviation of the logarithm
   * @param rest seconds that the layout does not change
   */
  Advice.Reads reads(
      ReadCost cost, QueryUse query, ColumnCost[] columns, double error, double rest) {
    double onDevice = deviceSeconds(cost);
    double seconds = onDevice + decodeSeconds(cost, query, columns) + rest;
    return new Advice.Reads(
        Predicted.of(cost.bytes(), Math.hypot(error, calibration.bytes())),
        cost.bytesRead(),
        cost.requests(),
        Predicted.of(
            seconds, Math.hypot(error * varying(cost, query, seconds - rest), calibration.time())),
        onDevice,
        rows == 0 ? 0 : Math.min(1, cost.rows() / rows));
  }

  /**
   * The share of the time that changes with the number of pages. Whatever that is, a column costs a
   * request, and a file one for its footer.
   */
  private double varying(ReadCost cost, QueryUse query, double seconds) {
    double always = Math.min(cost.requests(), query.columns().cardinality()) + cost.files();
    double share = 1 - always * device.seekNanos() / 1e9 / seconds;
    return seconds > 0 ? Math.max(0, share) : 0;
  }

  /** A file costs a request for its footer. */
  double deviceSeconds(ReadCost cost) {
    return (cost.requests() + cost.files()) * device.seekNanos() / 1e9
        + cost.bytesRead() / device.bytesPerSecond();
  }

  /**
   * Columns of the filter are decoded in all pages that are read, others where rows match. If some
   * rows of a page match and others do not, they are selected and copied.
   */
  private double decodeSeconds(ReadCost cost, QueryUse query, ColumnCost[] columns) {
    BitSet filters = new BitSet();
    double share = 1;
    for (QueryUse.Known k : query.conditions()) {
      filters.set(k.column());
      share *= k.share();
    }
    double dense = cost.rows() == 0 ? 0 : Math.min(1, share * rows / cost.rows());
    double decoded = 1 - Math.pow(1 - dense, VECTOR_ROWS);
    double nanos = 0;
    for (int c : query.columns().stream().toArray()) {
      nanos += columns[c].nanosPerRow() * (filters.get(c) ? 1 : decoded);
    }
    if (!filters.isEmpty()) {
      nanos +=
          Math.min(dense, 1 - dense) * (SELECT_NANOS + COPY_NANOS * query.columns().cardinality());
    }
    return nanos * cost.rows() / 1e9;
  }

  /** The mean by weight. */
  static Advice.Reads mean(List<Advice.Reads> reads, double[] weights) {
    return new Advice.Reads(
        weighted(reads, weights, Advice.Reads::bytes),
        mean(reads, weights, Advice.Reads::bytesRead),
        mean(reads, weights, Advice.Reads::requests),
        weighted(reads, weights, Advice.Reads::seconds),
        mean(reads, weights, Advice.Reads::deviceSeconds),
        mean(reads, weights, Advice.Reads::rowShare));
  }

  private interface PartOf {
    Predicted of(Advice.Reads reads);
  }

  /** Errors of queries have common causes, so bars are averaged, too. */
  private static Predicted weighted(List<Advice.Reads> reads, double[] weights, PartOf what) {
    double mean = mean(reads, weights, r -> what.of(r).mean());
    double low = mean(reads, weights, r -> what.of(r).low());
    double high = mean(reads, weights, r -> what.of(r).high());
    return new Predicted(mean, Math.min(mean, low), Math.max(mean, high));
  }

  private static double mean(
      List<Advice.Reads> reads, double[] weights, ToDoubleFunction<Advice.Reads> what) {
    double sum = 0;
    double all = 0;
    for (int q = 0; q < weights.length; q++) {
      sum += weights[q] * what.applyAsDouble(reads.get(q));
      all += weights[q];
    }
    return all == 0 ? 0 : sum / all;
  }
}
