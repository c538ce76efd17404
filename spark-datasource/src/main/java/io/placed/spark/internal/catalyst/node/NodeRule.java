package io.placed.spark.internal.catalyst.node;

import io.placed.spark.internal.decision.PlanDecisions;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;

/** A rule of the analyzer that looks at each node by itself, children first. */
public abstract class NodeRule extends Rule<LogicalPlan> {
  protected final PlanDecisions decisions;

  protected NodeRule(PlanDecisions decisions) {
    this.decisions = decisions;
  }

  @Override
  public final LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(new EachNode(this::replacement));
  }

  /** The node itself if nothing changes. */
  protected abstract LogicalPlan replacement(LogicalPlan node);
}
