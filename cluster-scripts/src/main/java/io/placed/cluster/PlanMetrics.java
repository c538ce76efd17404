package io.placed.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import scala.jdk.javaapi.CollectionConverters;

/** Sums of the metrics of the scans of an executed query. */
final class PlanMetrics {
  private PlanMetrics() {}

  /**
   * Adds {@code scan_metrics}: sums by name over all scans, with bytes needed and fetched if the
   * format reports them.
   */
  static void into(SparkPlan plan, ObjectNode to) {
    Map<String, Long> sums = new TreeMap<>();
    add(plan, sums);
    ObjectNode out = to.putObject("scan_metrics");
    sums.forEach(out::put);
  }

  private static void add(SparkPlan plan, Map<String, Long> sums) {
    if (plan instanceof AdaptiveSparkPlanExec adaptive) {
      add(adaptive.executedPlan(), sums);
      return;
    }
    if (plan instanceof QueryStageExec stage) {
      add(stage.plan(), sums);
      return;
    }
    if (plan.nodeName().startsWith("Scan") || plan.nodeName().startsWith("BatchScan")) {
      CollectionConverters.asJava(plan.metrics())
          .forEach((name, metric) -> sums.merge(name, metric.value(), Long::sum));
    }
    CollectionConverters.asJava(plan.children()).forEach(child -> add(child, sums));
    CollectionConverters.asJava(plan.subqueries()).forEach(child -> add(child, sums));
  }
}
