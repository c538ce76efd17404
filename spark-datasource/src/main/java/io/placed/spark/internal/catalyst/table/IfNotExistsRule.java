package io.placed.spark.internal.catalyst.table;

import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.internal.decision.RuleOptions;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/**
 * Tells the write of a CREATE TABLE IF NOT EXISTS … AS SELECT of a path what it belongs to. Spark
 * looks for the table only before the query runs.
 */
public final class IfNotExistsRule extends NodeRule {
  public IfNotExistsRule(PlanDecisions decisions) {
    super(decisions);
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    if (!(node instanceof CreateTableAsSelect c)
        || !c.ignoreIfExists()
        || !(c.name() instanceof ResolvedIdentifier id)) {
      return node;
    }
    Map<String, String> options =
        RuleOptions.ifNotExists(id.catalog(), Scala.map(c.writeOptions()));
    return options == null
        ? node
        : c.copy(
            c.name(),
            c.partitioning(),
            c.query(),
            c.tableSpec(),
            Scala.immutable(options),
            c.ignoreIfExists(),
            c.isAnalyzed());
  }
}
