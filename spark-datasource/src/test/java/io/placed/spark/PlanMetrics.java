package io.placed.spark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;

/** Runs a query and sums the metrics of its scans. */
final class PlanMetrics {
  private PlanMetrics() {}

  static Map<String, Long> run(Dataset<Row> data) {
    SparkPlan plan = data.queryExecution().executedPlan();
    data.queryExecution().toRdd().count();
    Map<String, Long> out = new HashMap<>();
    for (BatchScanExec scan : scans(plan)) {
      ScalaCollections.map(scan.metrics())
          .forEach((name, metric) -> out.merge(name, metric.value(), Long::sum));
    }
    return out;
  }

  /** The scans of a plan, also of its stages that adaptive execution has made. */
  static List<BatchScanExec> scans(SparkPlan plan) {
    List<BatchScanExec> out = new ArrayList<>();
    collect(plan, out);
    return out;
  }

  private static void collect(SparkPlan plan, List<BatchScanExec> out) {
    if (plan instanceof AdaptiveSparkPlanExec a) {
      collect(a.executedPlan(), out);
    } else if (plan instanceof QueryStageExec q) {
      collect(q.plan(), out);
    } else if (plan instanceof BatchScanExec scan) {
      out.add(scan);
    }
    ScalaCollections.list(plan.children()).forEach(c -> collect(c, out));
  }
}
