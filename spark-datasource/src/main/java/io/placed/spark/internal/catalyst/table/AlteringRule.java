package io.placed.spark.internal.catalyst.table;

import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.PlanDecisions;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.plans.logical.AlterTableCommand;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.TableCatalog;

/**
 * Redirects ALTER TABLE of a catalog table to the data set first, because files must follow changes
 * of their columns.
 */
public final class AlteringRule extends NodeRule {
  public AlteringRule(PlanDecisions decisions) {
    super(decisions);
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    if (!(node instanceof AlterTableCommand command)
        || !(command.table() instanceof ResolvedTable t)) {
      return node;
    }
    TableCatalog both = decisions.altering(t.table(), t.catalog());
    if (both == null) {
      return node;
    }
    List<LogicalPlan> children =
        List.of(t.copy(both, t.identifier(), t.table(), t.outputAttributes()));
    return node.withNewChildren(Scala.seq(children));
  }
}
