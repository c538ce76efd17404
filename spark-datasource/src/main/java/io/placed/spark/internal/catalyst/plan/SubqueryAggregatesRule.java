package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.EachNode;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.decision.RuleOptions;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ScalarSubquery;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.runtime.AbstractPartialFunction;

/**
 * Leaves aggregates of correlated subqueries to Spark. Spark 3.5 optimizes such a subquery before
 * it joins its result, and then no longer knows that a count of no rows is 0 and not null.
 */
public final class SubqueryAggregatesRule extends Rule<LogicalPlan> {
  private static final EachNode RELATIONS =
      EachNode.ofRelations(SubqueryAggregatesRule::withoutAggregates);

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(
        new EachNode(n -> (LogicalPlan) n.transformExpressions(new EachSubquery())));
  }

  private static DataSourceV2Relation withoutAggregates(DataSourceV2Relation r) {
    CaseInsensitiveStringMap options = RuleOptions.withoutAggregates(r.table(), r.options());
    return options == null ? r : PlanNodes.withOptions(r, options);
  }

  private static final class EachSubquery extends AbstractPartialFunction<Expression, Expression> {
    @Override
    public boolean isDefinedAt(Expression e) {
      return e instanceof ScalarSubquery s && s.plan().resolved() && !s.outerAttrs().isEmpty();
    }

    @Override
    public Expression apply(Expression e) {
      ScalarSubquery s = (ScalarSubquery) e;
      return s.withNewPlan((LogicalPlan) s.plan().transformUp(RELATIONS));
    }
  }
}
