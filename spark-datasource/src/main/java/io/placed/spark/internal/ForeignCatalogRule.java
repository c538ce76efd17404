package io.placed.spark.internal;

import io.placed.spark.PlacedDataSource;
import io.placed.spark.SparkTypes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogUtils;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.catalyst.plans.logical.V2CreateTableAsSelectPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.catalog.CatalogExtension;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.V1Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Beside another format's implementation of the session's catalog Spark gives out all tables as
 * those of its first generation of sources. Here ours become what they are.
 */
final class ForeignCatalogRule extends Rule<LogicalPlan> {
  private static final String FORMAT = "placed";

  private final SparkSession session;

  ForeignCatalogRule(SparkSession session) {
    this.session = session;
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(new EachNode(this::replacement));
  }

  private LogicalPlan replacement(LogicalPlan node) {
    if (node instanceof LogicalRelation r) {
      DataSourceV2Relation found = relation(r);
      return found == null ? node : found;
    }
    if (node instanceof InsertIntoStatement i && i.table() instanceof LogicalRelation r) {
      DataSourceV2Relation found = relation(r);
      return found == null ? node : EachNode.into(i, found);
    }
    if (node instanceof ResolvedTable t && t.table() instanceof V1Table v1 && isOurs(v1)) {
      return t.copy(t.catalog(), t.identifier(), table(v1.catalogTable()), t.outputAttributes());
    }
    if (node instanceof V2CreateTableAsSelectPlan c
        && c.name() instanceof ResolvedIdentifier id
        && id.catalog() instanceof CatalogExtension foreign
        && isOurs(c)) {
      LogicalPlan name = id.copy(new Loading(foreign), id.identifier(), id.output());
      return (LogicalPlan) c.withNameAndQuery(name, c.query());
    }
    return node;
  }

  private static boolean isOurs(V2CreateTableAsSelectPlan plan) {
    TableSpecBase spec =
        plan instanceof CreateTableAsSelect c
            ? c.tableSpec()
            : plan instanceof ReplaceTableAsSelect r ? r.tableSpec() : null;
    return spec != null && spec.provider().exists(FORMAT::equalsIgnoreCase);
  }

  private static boolean isOurs(V1Table table) {
    return table.catalogTable().provider().exists(FORMAT::equalsIgnoreCase);
  }

  /** Null if it is another source's. */
  private DataSourceV2Relation relation(LogicalRelation r) {
    if (!(r.relation() instanceof UnreadRelation) || r.catalogTable().isEmpty()) {
      return null;
    }
    CatalogTable found = r.catalogTable().get();
    TableIdentifier name = found.identifier();
    CatalogPlugin catalog =
        ((org.apache.spark.sql.classic.SparkSession) session)
            .sessionState()
            .catalogManager()
            .v2SessionCatalog();
    Identifier ident = Identifier.of(new String[] {name.database().get()}, name.table());
    return new DataSourceV2Relation(
        table(found),
        r.output(),
        Option.apply(catalog),
        Option.apply(ident),
        CaseInsensitiveStringMap.empty(),
        Option.empty());
  }

  private static Table table(CatalogTable found) {
    Map<String, String> properties = new HashMap<>(CollectionConverters.asJava(found.properties()));
    properties.put("provider", FORMAT);
    properties.put("path", CatalogUtils.URIToString(found.location()));
    List<String> columns = CollectionConverters.asJava(found.partitionColumnNames());
    Transform[] partitioning = SparkTypes.identities(columns);
    return new PlacedDataSource().getTable(found.schema(), partitioning, properties);
  }

  /** Gives CREATE TABLE AS SELECT a table that it can write to. */
  private static final class Loading extends CatalogInFront {
    Loading(TableCatalog catalog) {
      super(catalog);
    }

    @Override
    public Table createTable(Identifier ident, TableInfo info)
        throws TableAlreadyExistsException, NoSuchNamespaceException {
      super.createTable(ident, info);
      try {
        return loadTable(ident);
      } catch (NoSuchTableException e) {
        return null; // Spark looks for it once more, and says so.
      }
    }

    @Override
    public Table loadTable(Identifier ident) throws NoSuchTableException {
      Table table = super.loadTable(ident);
      return table instanceof V1Table v1 && isOurs(v1) ? table(v1.catalogTable()) : table;
    }
  }
}
