package io.placed.spark.internal.catalyst.table;

import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.catalyst.session.Internals;
import io.placed.spark.internal.decision.CatalogInFront;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.internal.plan.UnreadRelation;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTableAsSelectPlan;
import org.apache.spark.sql.connector.catalog.CatalogExtension;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.V1Table;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * If another format replaces the session's catalog, Spark loads all tables as version 1 tables.
 * This rule replaces those of this source.
 */
public final class ForeignCatalogRule extends NodeRule {
  private final CatalogTables tables;

  public ForeignCatalogRule(PlanDecisions decisions, CatalogTables tables) {
    super(decisions);
    this.tables = tables;
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    if (node instanceof LogicalRelation r) {
      DataSourceV2Relation found = relation(r);
      return found == null ? node : found;
    }
    if (node instanceof InsertIntoStatement i && i.table() instanceof LogicalRelation r) {
      DataSourceV2Relation found = relation(r);
      return found == null ? node : PlanNodes.into(i, found);
    }
    if (node instanceof ResolvedTable t && t.table() instanceof V1Table v1) {
      Table found = placed(v1);
      return found == v1 ? node : t.copy(t.catalog(), t.identifier(), found, t.outputAttributes());
    }
    if (node instanceof V2CreateTableAsSelectPlan c
        && c.name() instanceof ResolvedIdentifier id
        && id.catalog() instanceof CatalogExtension catalog
        && isForeign(catalog)
        && isPlaced(c)) {
      LogicalPlan name = PlanNodes.withCatalog(id, new Loading(catalog));
      return (LogicalPlan) c.withNameAndQuery(name, c.query());
    }
    return node;
  }

  /** The catalog that Spark 3.5 gets of us loads our tables itself. */
  private static boolean isForeign(CatalogExtension catalog) {
    return !Internals.catalogs().containsValue(catalog.getClass().getName());
  }

  private boolean isPlaced(V2CreateTableAsSelectPlan plan) {
    TableSpecBase spec =
        plan instanceof CreateTableAsSelect c
            ? c.tableSpec()
            : plan instanceof ReplaceTableAsSelect r ? r.tableSpec() : null;
    return spec != null && PlanDecisions.isPlaced(CatalogDefinition.orNull(spec.provider()));
  }

  /** The table itself if it is of another source. */
  private Table placed(V1Table table) {
    TableDefinition definition = tables.definition(table.catalogTable());
    return PlanDecisions.isPlaced(definition.provider()) ? PlanDecisions.table(definition) : table;
  }

  /** Null if it is of another source. */
  private DataSourceV2Relation relation(LogicalRelation r) {
    if (!(r.relation() instanceof UnreadRelation) || r.catalogTable().isEmpty()) {
      return null;
    }
    return PlanNodes.relation(
        PlanDecisions.table(tables.definition(r.catalogTable().get())),
        r.output(),
        tables.v2(),
        CatalogTables.identifier(r.catalogTable().get()));
  }

  /** Lets CREATE TABLE AS SELECT load a table that it can write to. */
  private final class Loading extends CatalogInFront {
    Loading(TableCatalog catalog) {
      super(catalog);
    }

    @Override
    protected Table created(Identifier ident, Table made) {
      try {
        return loadTable(ident);
      } catch (NoSuchTableException e) {
        return null; // Spark looks it up once more and reports that it is missing.
      }
    }

    @Override
    public Table loadTable(Identifier ident) throws NoSuchTableException {
      Table table = super.loadTable(ident);
      return table instanceof V1Table v1 ? placed(v1) : table;
    }
  }
}
