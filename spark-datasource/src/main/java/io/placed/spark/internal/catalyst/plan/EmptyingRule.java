package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.internal.decision.ScanTable;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.TruncateTable;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * Makes a TRUNCATE of a DELETE without a condition. Spark plans a scan for the latter, for which it
 * asks the table's catalog for the functions of transforms, and takes cached rows for the table.
 */
public final class EmptyingRule extends NodeRule {
  public EmptyingRule(PlanDecisions decisions) {
    super(decisions);
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    return node instanceof DeleteFromTable delete
            && isTrue(delete.condition())
            && named(delete.table()) instanceof DataSourceV2Relation r
            && r.table() instanceof ScanTable
            && r.identifier().isDefined()
            && r.catalog().isDefined()
            && r.catalog().get() instanceof TableCatalog catalog
        ? new TruncateTable(ResolvedTable.create(catalog, r.identifier().get(), r.table()))
        : node;
  }

  private static boolean isTrue(Expression condition) {
    return condition instanceof Literal l && Boolean.TRUE.equals(l.value());
  }

  private static LogicalPlan named(LogicalPlan table) {
    return table instanceof SubqueryAlias alias ? named(alias.child()) : table;
  }
}
