package io.placed.spark.internal.catalyst;

import io.placed.spark.internal.PlanDecisions;
import io.placed.spark.internal.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import scala.Option;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Checks CREATE and REPLACE TABLE … AS SELECT for this source in the session's catalog, once the
 * query is analyzed.
 */
final class TableFromQueryCheck extends AbstractFunction1<LogicalPlan, BoxedUnit> {
  private final PlanDecisions decisions;
  private final CatalogTables tables;

  TableFromQueryCheck(PlanDecisions decisions, CatalogTables tables) {
    this.decisions = decisions;
    this.tables = tables;
  }

  @Override
  public BoxedUnit apply(LogicalPlan plan) {
    if (plan instanceof ReplaceTableAsSelect r
        && CreatingRule.creates(decisions, r.name(), r.tableSpec())) {
      decisions.creation().requireNotRead(existing(r.name()), ReadPaths.of(r.query()));
    }
    if (plan instanceof CreateTableAsSelect c
        && CreatingRule.creates(decisions, c.name(), c.tableSpec())
        && location(c.tableSpec()) != null
        && existing(c.name()) == null) {
      Identifier name = ((ResolvedIdentifier) c.name()).identifier();
      List<String> parts = new ArrayList<>(List.of(name.namespace()));
      parts.add(name.name());
      decisions.creation().requireVacant(parts, location(c.tableSpec()));
    }
    return BoxedUnit.UNIT;
  }

  /** Null if the catalog chooses one. A DataFrameWriterV2 gives it as a property. */
  private static String location(TableSpecBase spec) {
    return spec.location().isDefined()
        ? spec.location().get()
        : Scala.map(spec.properties()).get(TableCatalog.PROP_LOCATION);
  }

  /** Null if there is no table of the name. */
  private TableDefinition existing(LogicalPlan name) {
    Identifier identifier = ((ResolvedIdentifier) name).identifier();
    return identifier.namespace().length == 1
        ? tables.definition(
            new TableIdentifier(identifier.name(), Option.apply(identifier.namespace()[0])))
        : null;
  }
}
