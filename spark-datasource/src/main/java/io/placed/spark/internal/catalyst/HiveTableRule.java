package io.placed.spark.internal.catalyst;

import io.placed.io.PathNames;
import io.placed.spark.catalog.HiveTables;
import io.placed.spark.catalog.PlacedTable;
import io.placed.spark.internal.PlanDecisions;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.catalog.HiveTableRelation;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.Option;
import scala.Tuple2;

/**
 * Uses Placed's own scan and writer for tables of a Hive metastore that are STORED AS PLACED, as
 * Spark does for Parquet and ORC, instead of Hive's row-based classes. Runs in the batch in which
 * Spark resolves the relation, before anything refers to its columns.
 */
final class HiveTableRule extends NodeRule {
  private final CatalogTables tables;

  HiveTableRule(PlanDecisions decisions, CatalogTables tables) {
    super(decisions);
    this.tables = tables;
  }

  @Override
  LogicalPlan replacement(LogicalPlan node) {
    if (node instanceof InsertIntoStatement i && i.table() instanceof HiveTableRelation hive) {
      return isPlaced(hive) ? PlanNodes.into(i, relation(hive, t -> target(t, i, hive))) : node;
    }
    return node instanceof HiveTableRelation hive && isPlaced(hive) ? relation(hive, t -> t) : node;
  }

  private boolean isPlaced(HiveTableRelation hive) {
    return decisions.isHiveTable(tables.definition(hive.tableMeta()));
  }

  /**
   * An overwrite of Hive leaves the partitions that get no rows, unless its PARTITION clause has a
   * value for each column; so does one of Spark for all tables of Hive, whatever the session's
   * partitionOverwriteMode is.
   */
  private static PlacedTable target(
      PlacedTable table, InsertIntoStatement insert, HiveTableRelation hive) {
    Map<String, String> values = new HashMap<>();
    var spec = insert.partitionSpec().iterator();
    while (spec.hasNext()) {
      Tuple2<String, Option<String>> column = spec.next();
      if (column._2().isDefined()) {
        values.put(column._1(), valueOrNull(column._2().get()));
      }
    }
    boolean whole = values.size() == hive.tableMeta().partitionColumnNames().size();
    if (!insert.overwrite()) {
      return table;
    }
    return whole ? table.namingPartition(values) : table.replacingWrittenPartitions();
  }

  private static String valueOrNull(String value) {
    return PathNames.DEFAULT_PARTITION.equals(value) ? null : value;
  }

  private DataSourceV2Relation relation(HiveTableRelation hive, UnaryOperator<PlacedTable> into) {
    HiveTables.Opened opened = decisions.hiveTable(tables.definition(hive.tableMeta()));
    // With its name, which REFRESH TABLE needs, and therefore ALTER TABLE … ADD PARTITION.
    CatalogPlugin catalog =
        new HiveTableCatalog((TableCatalog) tables.v2().get(), decisions, tables);
    return PlanNodes.relation(
        into.apply(opened.table()),
        Option.apply(catalog),
        CatalogTables.identifier(hive.tableMeta()),
        opened.options());
  }
}
