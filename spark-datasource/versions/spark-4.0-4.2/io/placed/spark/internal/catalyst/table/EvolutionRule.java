package io.placed.spark.internal.catalyst.table;

import io.placed.spark.internal.catalyst.node.EachNode;
import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.NameResolver;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.internal.decision.ScanTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;

/**
 * Prepares writes {@code WITH SCHEMA EVOLUTION} of tables of the session's catalog, which would not
 * change the data set, and refuses those that Spark would not carry out. Spark evolves a table as
 * soon as it is resolved, so this is done before: for most writes before anything is resolved, and
 * for those {@code INTO IDENTIFIER(…)} as soon as the expression has made a name.
 */
public final class EvolutionRule extends NodeRule {
  private final CatalogTables tables;
  private final boolean ofNames;

  /**
   * @param ofNames whether tables are left alone that are resolved, to which other parts of the
   *     plan may refer
   */
  public EvolutionRule(PlanDecisions decisions, CatalogTables tables, boolean ofNames) {
    super(decisions);
    this.tables = tables;
    this.ofNames = ofNames;
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    LogicalPlan target = PlanNodes.evolving(node);
    if (target == null) {
      return node;
    }
    LogicalPlan evolving = target.transformUp(new EachNode(this::prepared));
    return evolving == target ? node : PlanNodes.evolving(node, evolving);
  }

  private LogicalPlan prepared(LogicalPlan target) {
    if (target instanceof UnresolvedRelation r) {
      List<String> name = decisions.schemaEvolution().evolving(Scala.list(r.multipartIdentifier()));
      return name == null ? target : relation(name, r.clearWritePrivileges().options());
    }
    if (!ofNames
        && target instanceof DataSourceV2Relation r
        && r.table() instanceof ScanTable
        && r.catalog().equals(tables.v2())
        && r.identifier().isDefined()) {
      // Another catalog may be the current one.
      List<String> full = new ArrayList<>(List.of(NameResolver.SESSION_CATALOG));
      full.addAll(List.of(r.identifier().get().namespace()));
      full.add(r.identifier().get().name());
      List<String> name = decisions.schemaEvolution().evolving(full);
      return name == null ? target : relation(name, r.options());
    }
    return target;
  }

  private LogicalPlan relation(List<String> name, CaseInsensitiveStringMap options) {
    TableCatalog catalog = (TableCatalog) tables.v2().get();
    Identifier ident = Identifier.of(new String[] {name.get(0)}, name.get(1));
    try {
      TableCatalog evolving =
          decisions.schemaEvolution().evolving(name, catalog.loadTable(ident), catalog);
      Table table = evolving.loadTable(ident);
      return PlanNodes.relation(
          table, Option.<CatalogPlugin>apply(evolving), Option.apply(ident), options);
    } catch (NoSuchTableException e) {
      throw new IllegalStateException(e.getMessage(), e); // It was there a moment ago.
    }
  }
}
