package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.EachNode;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.decision.RuleOptions;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Keeps filters in the plan below a join although scans evaluate them: Spark creates dynamic
 * partition pruning and Bloom filters only from a side of a join that has a filter. The filters are
 * evaluated again for the few remaining rows.
 */
public final class JoinFilterRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.transformDown(new EachNode(this::below));
  }

  private LogicalPlan below(LogicalPlan node) {
    return node instanceof Join ? node.transformUp(EachNode.ofRelations(this::marked)) : node;
  }

  private DataSourceV2Relation marked(DataSourceV2Relation r) {
    CaseInsensitiveStringMap options = RuleOptions.keepingFilters(r.table(), r.options());
    return options == null ? r : PlanNodes.withOptions(r, options);
  }
}
