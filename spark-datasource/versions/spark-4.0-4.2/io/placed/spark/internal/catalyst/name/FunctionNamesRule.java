package io.placed.spark.internal.catalyst.name;

import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.PlanDecisions;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.runtime.AbstractPartialFunction;

/** Finds the functions {@code placed.bucket}, {@code placed.days} … in the catalog of paths. */
final class FunctionNamesRule extends NodeRule {
  FunctionNamesRule(PlanDecisions decisions) {
    super(decisions);
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    return (LogicalPlan) node.transformExpressions(new EachFunction(decisions));
  }

  private static final class EachFunction extends AbstractPartialFunction<Expression, Expression> {
    private static final long serialVersionUID = 1L;

    private final transient PlanDecisions decisions;

    EachFunction(PlanDecisions decisions) {
      this.decisions = decisions;
    }

    private List<String> name(Expression e) {
      return e instanceof UnresolvedFunction f
          ? decisions.names().functionName(Scala.list(f.nameParts()))
          : null;
    }

    @Override
    public boolean isDefinedAt(Expression e) {
      return name(e) != null;
    }

    @Override
    public Expression apply(Expression e) {
      UnresolvedFunction f = (UnresolvedFunction) e;
      return PlanNodes.renamed(f, Scala.seq(name(e)));
    }
  }
}
