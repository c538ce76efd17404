package io.placed.spark.internal;

import io.placed.table.snapshot.TableProperties;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.CreateTable;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTable;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.TableSpec;
import org.apache.spark.sql.catalyst.plans.logical.TableSpecBase;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedTableSpec;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.command.AlterTableSerDePropertiesCommand;
import org.apache.spark.sql.execution.command.AlterTableSetPropertiesCommand;
import org.apache.spark.sql.execution.command.CreateTableCommand;
import scala.collection.Iterable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Refuses secrets and settings of Hadoop among the properties that a catalog is to store with a
 * table of ours, also with one that it has as a table of Hive's.
 */
final class StoredPropertiesRule extends Rule<LogicalPlan> {
  private final SparkSession session;

  StoredPropertiesRule(SparkSession session) {
    this.session = session;
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(
        new EachNode(
            node -> {
              check(node);
              return node;
            }));
  }

  private void check(LogicalPlan node) {
    if (node instanceof CreateTable c && CreatingRule.ours(c.name(), c.tableSpec())) {
      requireStorable(c.tableSpec());
    } else if (node instanceof ReplaceTable r && CreatingRule.ours(r.name(), r.tableSpec())) {
      requireStorable(r.tableSpec());
    } else if (node instanceof CreateTableAsSelect c
        && CreatingRule.ours(c.name(), c.tableSpec())) {
      requireStorable(c.tableSpec());
    } else if (node instanceof ReplaceTableAsSelect r
        && CreatingRule.ours(r.name(), r.tableSpec())) {
      requireStorable(r.tableSpec());
    } else if (node instanceof org.apache.spark.sql.execution.datasources.CreateTable c) {
      requireStorable(c.tableDesc());
    } else if (node instanceof CreateTableCommand c) {
      requireStorable(c.table());
    } else if (node instanceof AlterTableSetPropertiesCommand a && isOurs(a.tableName())) {
      requireStorable(CollectionConverters.asJava(a.properties()));
    } else if (node instanceof AlterTableSerDePropertiesCommand a
        && a.serdeProperties().isDefined()
        && isOurs(a.tableName())) {
      requireStorable(CollectionConverters.asJava(a.serdeProperties().get()));
    }
  }

  private static boolean isOurs(CatalogTable table) {
    return HiveTableRule.isPlaced(table) || table.provider().exists("placed"::equalsIgnoreCase);
  }

  private boolean isOurs(TableIdentifier table) {
    try {
      return isOurs(
          ((org.apache.spark.sql.classic.SparkSession) session)
              .sessionState()
              .catalog()
              .getTableMetadata(table));
    } catch (NoSuchNamespaceException | NoSuchTableException e) {
      return false; // The command says so.
    }
  }

  private static void requireStorable(CatalogTable table) {
    if (isOurs(table)) {
      requireStorable(CollectionConverters.asJava(table.properties()));
      requireStorable(CollectionConverters.asJava(table.storage().properties()));
    }
  }

  private static void requireStorable(TableSpecBase spec) {
    requireStorable(CollectionConverters.asJava(spec.properties()));
    Map<String, String> options = new HashMap<>();
    if (spec instanceof UnresolvedTableSpec unresolved) {
      // Their values may still be expressions.
      for (var option : asJava(unresolved.optionExpression().options())) {
        boolean known = option._2() instanceof Literal l && l.value() != null;
        options.put(option._1(), known ? ((Literal) option._2()).value().toString() : "");
      }
    } else if (spec instanceof TableSpec resolved) {
      options.putAll(CollectionConverters.asJava(resolved.options()));
    }
    requireStorable(options);
  }

  private static <E> java.lang.Iterable<E> asJava(Iterable<E> all) {
    return CollectionConverters.asJava(all);
  }

  /** With or without the prefix that settings have in Hive's TBLPROPERTIES. */
  private static void requireStorable(Map<String, String> properties) {
    Map<String, String> names = new HashMap<>();
    properties.forEach(
        (name, value) ->
            names.put(
                name.startsWith(HiveTableRule.PREFIX)
                    ? name.substring(HiveTableRule.PREFIX.length())
                    : name,
                value));
    try {
      TableProperties.requireStorable(names);
    } catch (IllegalArgumentException e) {
      throw Errors.analysis(e.getMessage(), e);
    }
  }
}
