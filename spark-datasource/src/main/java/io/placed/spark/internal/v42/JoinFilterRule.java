package io.placed.spark.internal.v42;

import io.placed.spark.internal.PlanDecisions;
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
  private final PlanDecisions decisions;

  JoinFilterRule(PlanDecisions decisions) {
    this.decisions = decisions;
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.transformDown(new EachNode(this::below));
  }

  private LogicalPlan below(LogicalPlan node) {
    return node instanceof Join ? node.transformUp(new EachNode(this::marked)) : node;
  }

  private LogicalPlan marked(LogicalPlan node) {
    if (!(node instanceof DataSourceV2Relation r)) {
      return node;
    }
    CaseInsensitiveStringMap options = decisions.keepingFilters(r.table(), r.options());
    return options == null
        ? node
        : r.copy(r.table(), r.output(), r.catalog(), r.identifier(), options, r.timeTravelSpec());
  }
}
