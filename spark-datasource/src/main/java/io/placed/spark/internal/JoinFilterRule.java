package io.placed.spark.internal;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Below a join filters stay in the plan although scans answer them: Spark prunes partitions and
 * makes Bloom filters at run time only from a side of a join in which it sees a filter. They are
 * asked again of the few rows that the scan leaves.
 */
final class JoinFilterRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.transformDown(new EachNode(JoinFilterRule::below));
  }

  private static LogicalPlan below(LogicalPlan node) {
    return node instanceof Join ? node.transformUp(new EachNode(JoinFilterRule::marked)) : node;
  }

  private static LogicalPlan marked(LogicalPlan node) {
    if (!(node instanceof DataSourceV2Relation r)
        || !(r.table() instanceof ScanTable)
        || r.options().containsKey(ScanTable.KEEP_FILTERS)) {
      return node;
    }
    Map<String, String> options = new HashMap<>(r.options().asCaseSensitiveMap());
    options.put(ScanTable.KEEP_FILTERS, "true");
    return r.copy(
        r.table(),
        r.output(),
        r.catalog(),
        r.identifier(),
        new CaseInsensitiveStringMap(options),
        r.timeTravelSpec());
  }
}
