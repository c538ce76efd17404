package io.placed.spark.internal.catalyst.hive;

import io.placed.spark.catalog.HiveTables;
import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.catalyst.table.CatalogTables;
import io.placed.spark.internal.decision.PlanDecisions;
import org.apache.spark.sql.catalyst.catalog.HiveTableRelation;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.CatalogPlugin;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.Option;

/**
 * Uses Placed's own scan and writer for tables of a Hive metastore that are STORED AS PLACED, as
 * Spark does for Parquet and ORC, instead of Hive's row-based classes. Runs in the batch in which
 * Spark resolves the relation, before anything refers to its columns.
 */
public final class HiveTableRule extends NodeRule {
  private final CatalogTables tables;

  public HiveTableRule(PlanDecisions decisions, CatalogTables tables) {
    super(decisions);
    this.tables = tables;
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    if (node instanceof InsertIntoStatement i && i.table() instanceof HiveTableRelation hive) {
      return isPlaced(hive) ? PlanNodes.into(i, relation(hive, leavesPartitions(i, hive))) : node;
    }
    return node instanceof HiveTableRelation hive && isPlaced(hive) ? relation(hive, false) : node;
  }

  private boolean isPlaced(HiveTableRelation hive) {
    return tables.definition(hive.tableMeta()).isHiveTable();
  }

  /**
   * Whether an INSERT leaves the partitions that get no rows. An overwrite of Hive does, unless its
   * PARTITION clause has a value for each column; so does one of Spark for all tables of Hive,
   * whatever the session's partitionOverwriteMode is.
   */
  private static boolean leavesPartitions(InsertIntoStatement insert, HiveTableRelation hive) {
    int values = insert.partitionSpec().values().count(Option::isDefined);
    return insert.overwrite() && values < hive.tableMeta().partitionColumnNames().size();
  }

  private DataSourceV2Relation relation(HiveTableRelation hive, boolean leavesPartitions) {
    HiveTables.Opened opened = HiveTables.open(tables.definition(hive.tableMeta()));
    // With its name, which REFRESH TABLE needs, and therefore ALTER TABLE … ADD PARTITION.
    CatalogPlugin catalog = new HiveTableCatalog((TableCatalog) tables.v2().get(), tables);
    return PlanNodes.relation(
        leavesPartitions ? opened.table().replacingWrittenPartitions() : opened.table(),
        Option.apply(catalog),
        CatalogTables.identifier(hive.tableMeta()),
        opened.options());
  }
}
