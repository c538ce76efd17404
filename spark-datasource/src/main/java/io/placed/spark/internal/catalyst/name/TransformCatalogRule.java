package io.placed.spark.internal.catalyst.name;

import io.placed.spark.internal.catalyst.node.EachNode;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.decision.PlanDecisions;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.write.RowLevelOperationTable;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.Option;

/**
 * Gives the functions of transforms to relations whose catalog does not have them, just before
 * Spark asks their scans by what they are partitioned. Nothing after that asks the catalog of a
 * relation that is read.
 */
public final class TransformCatalogRule extends Rule<LogicalPlan> {
  private final PlanDecisions decisions;

  public TransformCatalogRule(PlanDecisions decisions) {
    this.decisions = decisions;
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    // Spark compares the target of a DELETE with the relations that it has cached.
    return plan instanceof DeleteFromTable
        ? plan
        : plan.transformUp(EachNode.ofRelations(this::replaced));
  }

  private DataSourceV2Relation replaced(DataSourceV2Relation r) {
    Table table = r.table() instanceof RowLevelOperationTable t ? (Table) t.table() : r.table();
    CatalogPlugin own = r.catalog().isDefined() ? r.catalog().get() : null;
    CatalogPlugin catalog = decisions.transformCatalog(table, own);
    return catalog == null ? r : PlanNodes.withCatalog(r, Option.apply(catalog));
  }
}
