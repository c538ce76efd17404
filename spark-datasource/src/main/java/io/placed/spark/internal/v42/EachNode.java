package io.placed.spark.internal.v42;

import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.runtime.AbstractPartialFunction;

/**
 * What a rule makes of each node of a plan, as Spark takes it. It is defined everywhere, so that
 * nothing is worked out once to see whether it is to be done and then again to do it.
 */
final class EachNode extends AbstractPartialFunction<LogicalPlan, LogicalPlan> {
  private final UnaryOperator<LogicalPlan> rule;

  /**
   * @param rule gives the node itself where nothing is to be done
   */
  EachNode(UnaryOperator<LogicalPlan> rule) {
    this.rule = rule;
  }

  @Override
  public boolean isDefinedAt(LogicalPlan node) {
    return true;
  }

  @Override
  public LogicalPlan apply(LogicalPlan node) {
    return rule.apply(node);
  }

  /** The same INSERT into another table. */
  static InsertIntoStatement into(InsertIntoStatement insert, LogicalPlan table) {
    return insert.copy(
        table,
        insert.partitionSpec(),
        insert.userSpecifiedCols(),
        insert.query(),
        insert.overwrite(),
        insert.ifPartitionNotExists(),
        insert.byName(),
        insert.replaceCriteriaOpt(),
        insert.withSchemaEvolution());
  }
}
