package io.placed.spark.internal.catalyst.name;

import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.PlanDecisions;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTablePlan;
import org.apache.spark.sql.connector.expressions.Transform;

/**
 * CREATE and REPLACE TABLE of a path: resolves the columns of all transforms as Spark resolves
 * those of its own. It does not know {@code truncate}, whose column it looks for by exact case.
 */
public final class TransformNamesRule extends NodeRule {
  public TransformNamesRule(PlanDecisions decisions) {
    super(decisions);
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    if (!(node instanceof V2CreateTablePlan create)
        || !(create.name() instanceof ResolvedIdentifier id)
        || !node.childrenResolved()) {
      return node;
    }
    List<Transform> given = Scala.list(create.partitioning());
    List<Transform> resolved =
        decisions.partitioning().resolved(id.catalog(), create.tableSchema().fieldNames(), given);
    return resolved.equals(given)
        ? node
        : (LogicalPlan) create.withPartitioning(Scala.seq(resolved));
  }
}
