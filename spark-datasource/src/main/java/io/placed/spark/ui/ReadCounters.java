package io.placed.spark.ui;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import io.placed.spark.internal.plan.FinishedQuery;
import io.placed.spark.internal.plan.PlannedScan;
import io.placed.spark.read.PlannedRead;
import io.placed.spark.read.task.ReadMetrics;
import io.placed.spark.workload.CachedScans;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.connector.metric.CustomMetric;

/**
 * Sums of the SQL metrics of all scans of this source in the queries that have ended without an
 * error. Times are in nanoseconds.
 */
final class ReadCounters {
  /** Rows that scans have returned; Spark's own metric. */
  private static final String ROWS = "numOutputRows";

  private final CachedScans cached = new CachedScans();
  private final Map<String, Counter> sums = new LinkedHashMap<>();
  private final Counter scans;

  ReadCounters(MetricRegistry registry) {
    scans = registry.counter("scans");
    sums.put(ROWS, registry.counter(ROWS));
    for (CustomMetric metric : ReadMetrics.all()) {
      sums.put(metric.name(), registry.counter(metric.name()));
    }
  }

  /** Called in the thread of Spark's listeners. */
  void add(FinishedQuery query) {
    for (PlannedScan scan : query.scans().get()) {
      if (scan.source() instanceof PlannedRead && cached.isNew(scan)) {
        scans.inc();
        sums.forEach((name, sum) -> sum.inc(Math.max(0, scan.metric(name))));
      }
    }
  }
}
