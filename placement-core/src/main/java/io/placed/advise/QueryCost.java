package io.placed.advise;

import io.placed.advise.cost.Calibration;
import io.placed.advise.cost.ColumnCost;
import io.placed.advise.cost.Predicted;
import io.placed.advise.cost.QueryTimes;
import io.placed.advise.cost.QueryWork;
import io.placed.advise.cost.ReadCost;
import io.placed.advise.cost.ShuffleTime;
import io.placed.advise.cost.WrittenPages;
import io.placed.placement.Device;
import java.util.BitSet;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Time and bars of what a query reads. */
record QueryCost(Device device, double rows, Calibration calibration) {
  /**
   * @param number of the query in the workload
   * @param columns costs by position in the schema
   * @param measured pages of the order; null if none were written
   * @param error of the bytes: standard deviation of the logarithm
   * @param shuffle seconds in which an engine brings rows together under the layout
   * @param rest seconds that the layout does not change
   */
  Advice.Reads reads(
      ReadCost cost,
      int number,
      QueryUse query,
      ColumnCost[] columns,
      WrittenPages measured,
      double error,
      double shuffle,
      double rest) {
    double onDevice = deviceSeconds(cost);
    QueryTimes times = measured == null ? QueryTimes.NONE : measured.times();
    QueryWork work = work(cost, number, query, columns, times);
    String template = query.query().name();
    double reading = onDevice + times.nanos(template, work) / 1e9;
    double seconds = reading + shuffle + rest;
    int always = query.columns().cardinality();
    double fixed = times.nanos(template, work.withoutRows(always)) / 1e9;
    return new Advice.Reads(
        Predicted.of(cost.bytes(), Math.hypot(error, calibration.bytes())),
        cost.bytesRead(),
        cost.requests(),
        Predicted.of(
            seconds,
            Math.hypot(
                Math.hypot(
                    error * varying(cost, query, fixed, reading) * share(reading + rest, seconds),
                    ShuffleTime.ERROR * share(shuffle, seconds)),
                calibration.time())),
        onDevice,
        shuffle,
        rest,
        rows == 0 ? 0 : Math.min(1, cost.rows() / rows));
  }

  /**
   * The share of the time that changes with the number of pages. Whatever that is, a scan begins, a
   * column costs a request, and a file one for its footer.
   *
   * @param fixed seconds of a processor that do not change
   */
  private double varying(ReadCost cost, QueryUse query, double fixed, double seconds) {
    double always = Math.min(cost.requests(), query.columns().cardinality()) + cost.files();
    double share = 1 - (fixed + always * device.seekNanos() / 1e9) / seconds;
    return seconds > 0 ? Math.max(0, share) : 0;
  }

  private static double share(double part, double seconds) {
    return seconds == 0 ? 0 : part / seconds;
  }

  /** A file costs a request for its footer. */
  double deviceSeconds(ReadCost cost) {
    return (cost.requests() + cost.files()) * device.seekNanos() / 1e9
        + cost.bytesRead() / device.bytesPerSecond();
  }

  /** Rows of the table that match a query; see {@link #reads}. */
  double matching(int number, QueryUse query, QueryTimes times) {
    return times.share(number, query.share()) * rows;
  }

  private QueryWork work(
      ReadCost cost, int number, QueryUse query, ColumnCost[] columns, QueryTimes times) {
    double filter = 0;
    double others = 0;
    BitSet filters = query.filterColumns();
    for (int c : query.columns().stream().toArray()) {
      if (filters.get(c)) {
        filter += columns[c].nanosPerRow();
      } else {
        others += columns[c].nanosPerRow();
      }
    }
    double matching = matching(number, query, times);
    return QueryWork.of(
        Math.max(1, cost.files()),
        cost.requests(),
        cost.rows(),
        cost.rows() == 0 ? 0 : Math.min(1, matching / cost.rows()),
        filter,
        others,
        query.columns().cardinality(),
        filters.cardinality());
  }

  /** The mean by weight. */
  static Advice.Reads mean(List<Advice.Reads> reads, double[] weights) {
    return new Advice.Reads(
        weighted(reads, weights, Advice.Reads::bytes),
        mean(reads, weights, Advice.Reads::bytesRead),
        mean(reads, weights, Advice.Reads::requests),
        weighted(reads, weights, Advice.Reads::seconds),
        mean(reads, weights, Advice.Reads::deviceSeconds),
        mean(reads, weights, Advice.Reads::shuffleSeconds),
        mean(reads, weights, Advice.Reads::restSeconds),
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
