package io.placed.spark.ui;

import io.placed.picture.waterfall.Waterfall;
import io.placed.scan.ScanMetrics;
import io.placed.spark.internal.plan.StoredQuery;
import io.placed.spark.read.task.ReadMetrics;
import io.placed.spark.workload.PlanText;
import io.placed.text.Amounts;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.metric.CustomMetric;

/** A scan as the page shows it: the texts that Spark stores of its node and metrics, as numbers. */
final class ShownScan {
  private static final String NODE = "BatchScan ";

  private static final PlanText.Placed UNKNOWN =
      new PlanText.Placed("", 0, List.of(), List.of(), List.of(), false);

  /** Descriptions of metrics, by which Spark stores them, by their names. */
  private static final Map<String, String> DESCRIPTIONS = new HashMap<>();

  static {
    for (CustomMetric metric : ReadMetrics.all()) {
      DESCRIPTIONS.put(metric.name(), metric.description());
    }
  }

  private final StoredQuery.Scan stored;
  private final PlanText.Placed described;
  private final ScanMetrics metrics;

  ShownScan(StoredQuery.Scan stored) {
    this.stored = stored;
    described = PlanText.placed(stored.description()).orElse(UNKNOWN);
    metrics = ReadMetrics.sum(this::number);
  }

  private String value(String metric) {
    return stored.metrics().getOrDefault(DESCRIPTIONS.get(metric), "");
  }

  /** 0 if it was not reported. */
  private long number(String metric) {
    try {
      return Long.parseLong(value(metric));
    } catch (NumberFormatException e) {
      return 0; // A server without this jar's classes has formatted the sum.
    }
  }

  String name() {
    return stored.name().startsWith(NODE) ? stored.name().substring(NODE.length()) : stored.name();
  }

  String path() {
    return described.path()
        + (described.snapshot() > 0 ? " at snapshot " + described.snapshot() : "");
  }

  List<String> columns() {
    return described.columns();
  }

  List<String> partitionFilters() {
    return described.partitionFilters();
  }

  List<String> filters() {
    return described.filters();
  }

  boolean hasRun() {
    return number("bytesInTable") > 0 || number("bytesFetched") > 0;
  }

  Waterfall waterfall() {
    long planned = number("filesPlanned");
    return Waterfall.ofScan(
        name(),
        number("bytesInTable"),
        planned + number("filesSkipped"),
        number("bytesInFiles"),
        planned,
        metrics,
        described.chosen() ? Set.of() : described.filterColumns());
  }

  String overRead() {
    long bytes = metrics.bytesOverRead();
    return String.format(
        Locale.ROOT,
        "%s, %.1f %% of the bytes read",
        Amounts.bytes(bytes),
        100.0 * bytes / Math.max(1, metrics.bytesRead()));
  }

  String rows() {
    String returned = stored.metrics().getOrDefault("number of output rows", "0") + " returned";
    return metrics.rowsDecoded() == 0
        ? returned
        : "%s match of %s in the pages read, %s"
            .formatted(
                Amounts.count(metrics.rowsReturned()),
                Amounts.count(metrics.rowsDecoded()),
                returned);
  }

  String time() {
    String fetch = total("fetchTime");
    return fetch.isEmpty()
        ? ""
        : "waiting for storage " + fetch + ", filtering and decoding " + total("decodeTime");
  }

  /** Without minimum, median and maximum. */
  private String total(String metric) {
    return value(metric).replaceFirst(" \\(.*", "");
  }

  /** What says whether another placement pays. Spark 3.5 has no procedures. */
  String call() {
    String table = described.path().replace("\\", "\\\\").replace("'", "\\'");
    return "CALL placed.system.advise(table => '"
        + table
        + "'), or in Spark 3.5 the command placed advise, recommends a placement for the queries in"
        + " spark.placed.history, and says what it gains.";
  }
}
