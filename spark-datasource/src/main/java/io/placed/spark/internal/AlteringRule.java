package io.placed.spark.internal;

import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.plans.logical.AlterTableCommand;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import scala.runtime.AbstractPartialFunction;

/**
 * ALTER TABLE of a table that a catalog keeps: files have to know what becomes of their columns, so
 * the command goes to the data set before it goes to the catalog.
 */
final class AlteringRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(
        new AbstractPartialFunction<LogicalPlan, LogicalPlan>() {
          @Override
          public boolean isDefinedAt(LogicalPlan node) {
            return node instanceof AlterTableCommand command
                && command.table() instanceof ResolvedTable t
                && t.table() instanceof ScanTable placed
                && placed.altering(t.catalog()) != null;
          }

          @Override
          public LogicalPlan apply(LogicalPlan node) {
            ResolvedTable t = (ResolvedTable) ((AlterTableCommand) node).table();
            TableCatalog both = ((ScanTable) t.table()).altering(t.catalog());
            return node.withNewChildren(
                scala.jdk.javaapi.CollectionConverters.asScala(
                        java.util.List.<LogicalPlan>of(
                            t.copy(both, t.identifier(), t.table(), t.outputAttributes())))
                    .toSeq());
          }
        });
  }
}
