package io.placed.spark.internal.catalyst.ui;

import io.placed.spark.internal.catalyst.node.EachNode;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.catalyst.plan.PlanScans;
import io.placed.spark.internal.plan.PlannedScan;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;

/** The query that a thread of the driver runs. */
public final class RunningQuery {
  private RunningQuery() {}

  /** Its scans of sources, subqueries and cached rows included; none if no query runs. */
  public static List<Scan> scans(SparkContext context) {
    String id = context.getLocalProperty(SQLExecution.EXECUTION_ID_KEY());
    QueryExecution query = id == null ? null : SQLExecution.getQueryExecution(Long.parseLong(id));
    List<Scan> found = new ArrayList<>();
    if (query != null) {
      // Not the physical plan: writes that take DataFrames have a logical one in it.
      for (LogicalPlan node :
          Scala.list(query.optimizedPlan().collectWithSubqueries(new EachNode(n -> n)))) {
        if (node instanceof DataSourceV2ScanRelation r) {
          found.add(r.scan());
        } else if (node instanceof InMemoryRelation cached) {
          PlanScans.of(cached.cacheBuilder().cachedPlan()).stream()
              .map(PlannedScan::source)
              .filter(s -> s != null)
              .forEach(found::add);
        }
      }
    }
    return found;
  }
}
