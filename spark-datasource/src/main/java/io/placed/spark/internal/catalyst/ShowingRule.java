package io.placed.spark.internal.catalyst;

import io.placed.spark.internal.PlanDecisions;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ShowCreateTable;
import org.apache.spark.sql.connector.catalog.Table;

/** Lets SHOW CREATE TABLE show columns that are NOT NULL in the catalog, but not in scans. */
final class ShowingRule extends NodeRule {
  ShowingRule(PlanDecisions decisions) {
    super(decisions);
  }

  @Override
  LogicalPlan replacement(LogicalPlan node) {
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
