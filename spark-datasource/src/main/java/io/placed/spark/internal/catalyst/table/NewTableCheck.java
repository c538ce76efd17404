package io.placed.spark.internal.catalyst.table;

import io.placed.spark.internal.catalyst.node.ReadPaths;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.internal.decision.TableDefinition;
import io.placed.spark.options.PlacedOptions;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.ResolvedIdentifier;
import org.apache.spark.sql.catalyst.plans.logical.CreateTable;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTable;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import scala.Option;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Checks CREATE and REPLACE TABLE for this source in the session's catalog, once everything is
 * analyzed: where the table is to be, and what is there.
 */
public final class NewTableCheck extends AbstractFunction1<LogicalPlan, BoxedUnit> {
  private final PlanDecisions decisions;
  private final CatalogTables tables;

  public NewTableCheck(PlanDecisions decisions, CatalogTables tables) {
    this.decisions = decisions;
    this.tables = tables;
  }

  @Override
  public BoxedUnit apply(LogicalPlan plan) {
    if (plan instanceof CreateTable c && isNew(c.name(), c.tableSpec())) {
      requirePartitioning(c.name(), c.tableSpec());
    }
    if (plan instanceof ReplaceTable r
        && CreatingRule.creates(decisions, r.name(), r.tableSpec())
        && !isDeleted(existing(r.name()))) {
      requirePartitioning(r.name(), r.tableSpec());
    }
    if (plan instanceof ReplaceTableAsSelect r
        && CreatingRule.creates(decisions, r.name(), r.tableSpec())) {
      decisions.creation().requireNotRead(existing(r.name()), ReadPaths.of(r.query()));
    }
    if (plan instanceof CreateTableAsSelect c && isNew(c.name(), c.tableSpec())) {
      String location = location(c.name(), c.tableSpec());
      if (location != null) {
        decisions.creation().requireVacant(parts(c.name()), location);
        requirePartitioning(c.name(), c.tableSpec());
      }
    }
    return BoxedUnit.UNIT;
  }

  private boolean isNew(LogicalPlan name, TableSpecBase spec) {
    return CreatingRule.creates(decisions, name, spec) && existing(name) == null;
  }

  /** Whether nothing is left of a table that is replaced. */
  private static boolean isDeleted(TableDefinition replaced) {
    return replaced != null && replaced.isDeletedByDrop();
  }

  private void requirePartitioning(LogicalPlan name, TableSpecBase spec) {
    String transforms = Scala.map(spec.properties()).get(PlacedOptions.PARTITIONING);
    String location = location(name, spec);
    if (transforms != null && location != null) {
      decisions.creation().requirePartitioning(parts(name), transforms, location);
    }
  }

  /**
   * Null if the catalog chooses one. A DataFrameWriterV2 gives it as a property, which Spark
   * completes with the location of the database, and that of the clause with the warehouse.
   */
  private String location(LogicalPlan name, TableSpecBase spec) {
    if (spec.location().isDefined()) {
      return spec.location().get();
    }
    String property = Scala.map(spec.properties()).get(TableCatalog.PROP_LOCATION);
    if (property == null || new Path(property).isAbsolute()) {
      return property;
    }
    List<String> parts = parts(name);
    return parts.size() == 2 ? tables.inDatabase(parts.get(0), property) : property;
  }

  /** Namespace and name. */
  private static List<String> parts(LogicalPlan name) {
    Identifier identifier = ((ResolvedIdentifier) name).identifier();
    List<String> parts = new ArrayList<>(List.of(identifier.namespace()));
    parts.add(identifier.name());
    return parts;
  }

  /** Null if there is no table of the name. */
  private TableDefinition existing(LogicalPlan name) {
    List<String> parts = parts(name);
    return parts.size() == 2
        ? tables.definition(new TableIdentifier(parts.get(1), Option.apply(parts.get(0))))
        : null;
  }
}
