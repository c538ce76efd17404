package io.placed.spark.internal.catalyst.node;

import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.runtime.AbstractPartialFunction;

/**
 * Applies a rule to each node of a plan. Defined for all nodes, so that the rule is not evaluated
 * twice: once to check whether it applies and once to apply it.
 */
public final class EachNode extends AbstractPartialFunction<LogicalPlan, LogicalPlan> {
  private final UnaryOperator<LogicalPlan> rule;

  /**
   * @param rule returns the node itself if nothing changes
   */
  public EachNode(UnaryOperator<LogicalPlan> rule) {
    this.rule = rule;
  }

  /** Applies a rule to relations of version 2 alone. */
  public static EachNode ofRelations(UnaryOperator<DataSourceV2Relation> rule) {
    return new EachNode(node -> node instanceof DataSourceV2Relation r ? rule.apply(r) : node);
  }

  @Override
  public boolean isDefinedAt(LogicalPlan node) {
    return true;
  }

  @Override
  public LogicalPlan apply(LogicalPlan node) {
    return rule.apply(node);
  }
}
