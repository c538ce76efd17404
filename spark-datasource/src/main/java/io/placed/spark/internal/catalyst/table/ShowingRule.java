package io.placed.spark.internal.catalyst.table;

import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.PlanDecisions;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ShowCreateTable;
import org.apache.spark.sql.connector.catalog.Table;

/** Lets SHOW CREATE TABLE show columns that are NOT NULL in the catalog, but not in scans. */
public final class ShowingRule extends NodeRule {
  public ShowingRule(PlanDecisions decisions) {
    super(decisions);
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    if (!(node instanceof ShowCreateTable show) || !(show.child() instanceof ResolvedTable t)) {
      return node;
    }
    Table declared = decisions.declared(t.table());
    if (declared == null) {
      return node;
    }
    List<LogicalPlan> children =
        List.of(t.copy(t.catalog(), t.identifier(), declared, t.outputAttributes()));
    return node.withNewChildren(Scala.seq(children));
  }
}
