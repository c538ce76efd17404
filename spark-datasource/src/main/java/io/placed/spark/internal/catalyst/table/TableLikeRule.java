package io.placed.spark.internal.catalyst.table;

import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.internal.decision.TableDefinition;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.command.CreateTableLikeCommand;

/**
 * Has CREATE TABLE … LIKE store the format among the properties of the new table, too, as CREATE
 * TABLE does. Spark shows a source nothing else by which it knows a table of a catalog, to which
 * rows may be written.
 */
public final class TableLikeRule extends NodeRule {
  private final CatalogTables tables;

  public TableLikeRule(PlanDecisions decisions, CatalogTables tables) {
    super(decisions);
    this.tables = tables;
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    if (!(node instanceof CreateTableLikeCommand c)
        || c.fileFormat().inputFormat().isDefined()
        || c.properties().contains(TableCatalog.PROP_PROVIDER)) {
      return node;
    }
    String provider = CatalogDefinition.orNull(c.provider());
    if (provider == null) {
      TableDefinition source = tables.definition(c.sourceTable());
      provider = source == null ? null : source.provider();
    }
    if (!PlanDecisions.isPlaced(provider)) {
      return node;
    }
    Map<String, String> properties = new HashMap<>(Scala.map(c.properties()));
    properties.put(TableCatalog.PROP_PROVIDER, provider);
    return c.copy(
        c.targetTable(),
        c.sourceTable(),
        c.fileFormat(),
        c.provider(),
        Scala.immutable(properties),
        c.ifNotExists());
  }
}
