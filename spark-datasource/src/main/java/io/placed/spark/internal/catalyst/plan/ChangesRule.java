package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.EachNode;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.plan.LocatedTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.Option;

/**
 * Takes the catalog from relations of {@code CHANGES FROM}. For a temporary view of a DataFrame
 * Spark 4.2 keeps the names of tables that a catalog has, and loads the table of that name for each
 * query, without its changes.
 */
public final class ChangesRule extends Rule<LogicalPlan> {
  private static final EachNode RELATIONS = EachNode.ofRelations(ChangesRule::withoutCatalog);

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(RELATIONS);
  }

  private static DataSourceV2Relation withoutCatalog(DataSourceV2Relation r) {
    Object read = PlanNodes.read(r.table());
    return read != r.table() && read instanceof LocatedTable && r.catalog().isDefined()
        ? PlanNodes.withCatalog(r, Option.empty())
        : r;
  }
}
