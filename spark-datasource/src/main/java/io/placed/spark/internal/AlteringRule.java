package io.placed.spark.internal;

import java.util.List;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.plans.logical.AlterTableCommand;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import scala.jdk.javaapi.CollectionConverters;

/**
 * ALTER TABLE of a table that a catalog keeps: files have to know what becomes of their columns, so
 * the command goes to the data set before it goes to the catalog.
 */
final class AlteringRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(new EachNode(AlteringRule::replacement));
  }

  private static LogicalPlan replacement(LogicalPlan node) {
    if (!(node instanceof AlterTableCommand command)
        || !(command.table() instanceof ResolvedTable t)
        || !(t.table() instanceof ScanTable placed)) {
      return node;
    }
    TableCatalog both = placed.altering(t.catalog());
    if (both == null) {
      return node;
    }
    List<LogicalPlan> children =
        List.of(t.copy(both, t.identifier(), t.table(), t.outputAttributes()));
    return node.withNewChildren(CollectionConverters.asScala(children).toSeq());
  }
}
