package io.placed.spark.internal.catalyst.table;

import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.CatalogCreation;
import io.placed.spark.internal.decision.PlanDecisions;
import io.placed.spark.internal.decision.TableDefinition;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.CreateTable;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTable;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.TableSpec;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedTableSpec;
import org.apache.spark.sql.execution.command.AlterTableSerDePropertiesCommand;
import org.apache.spark.sql.execution.command.AlterTableSetPropertiesCommand;
import org.apache.spark.sql.execution.command.CreateTableCommand;

/**
 * Refuses secrets and Hadoop settings among the properties that a catalog is to store with a table
 * of this source, including Hive tables.
 */
public final class StoredPropertiesRule extends NodeRule {
  private final CatalogTables tables;

  public StoredPropertiesRule(PlanDecisions decisions, CatalogTables tables) {
    super(decisions);
    this.tables = tables;
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    check(node);
    return node;
  }

  private void check(LogicalPlan node) {
    if (node instanceof CreateTable c && CreatingRule.creates(decisions, c.name(), c.tableSpec())) {
      requireStorable(c.tableSpec());
    } else if (node instanceof ReplaceTable r
        && CreatingRule.creates(decisions, r.name(), r.tableSpec())) {
      requireStorable(r.tableSpec());
    } else if (node instanceof CreateTableAsSelect c
        && CreatingRule.creates(decisions, c.name(), c.tableSpec())) {
      requireStorable(c.tableSpec());
    } else if (node instanceof ReplaceTableAsSelect r
        && CreatingRule.creates(decisions, r.name(), r.tableSpec())) {
      requireStorable(r.tableSpec());
    } else if (node instanceof org.apache.spark.sql.execution.datasources.CreateTable c) {
      requireStorable(tables.definition(c.tableDesc()));
    } else if (node instanceof CreateTableCommand c) {
      requireStorable(tables.definition(c.table()));
    } else if (node instanceof AlterTableSetPropertiesCommand a
        && isPlaced(tables.definition(a.tableName()))) {
      CatalogCreation.requireStorable(Scala.map(a.properties()));
    } else if (node instanceof AlterTableSerDePropertiesCommand a
        && a.serdeProperties().isDefined()
        && isPlaced(tables.definition(a.tableName()))) {
      CatalogCreation.requireStorable(Scala.map(a.serdeProperties().get()));
    }
  }

  private boolean isPlaced(TableDefinition table) {
    return table != null && table.isPlaced();
  }

  private void requireStorable(TableDefinition table) {
    if (table.isPlaced()) {
      CatalogCreation.requireStorable(table.properties());
      CatalogCreation.requireStorable(table.storageProperties());
    }
  }

  private void requireStorable(TableSpecBase spec) {
    CatalogCreation.requireStorable(Scala.map(spec.properties()));
    Map<String, String> options = new HashMap<>();
    if (spec instanceof UnresolvedTableSpec unresolved) {
      // Their values may still be expressions.
      for (var option : Scala.list(unresolved.optionExpression().options())) {
        boolean known = option._2() instanceof Literal l && l.value() != null;
        options.put(option._1(), known ? ((Literal) option._2()).value().toString() : "");
      }
    } else if (spec instanceof TableSpec resolved) {
      options.putAll(Scala.map(resolved.options()));
    }
    CatalogCreation.requireStorable(options);
  }
}
