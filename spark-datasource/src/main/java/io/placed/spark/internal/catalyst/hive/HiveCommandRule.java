package io.placed.spark.internal.catalyst.hive;

import io.placed.spark.catalog.HiveLogTable;
import io.placed.spark.internal.catalyst.node.NodeRule;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.catalyst.table.CatalogTables;
import io.placed.spark.internal.decision.HiveCommands;
import io.placed.spark.internal.decision.PlanDecisions;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.PartitionSpec;
import org.apache.spark.sql.catalyst.analysis.ResolvedPartitionSpec;
import org.apache.spark.sql.catalyst.analysis.ResolvedTable;
import org.apache.spark.sql.catalyst.analysis.UnresolvedPartitionSpec;
import org.apache.spark.sql.catalyst.plans.logical.DropPartitions;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.TruncatePartition;
import org.apache.spark.sql.catalyst.plans.logical.TruncateTable;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.execution.command.AlterTableDropPartitionCommand;
import org.apache.spark.sql.execution.command.AlterTableRenamePartitionCommand;
import org.apache.spark.sql.execution.command.TruncateTableCommand;
import scala.Option;
import scala.collection.immutable.Map;

/**
 * Keeps Spark's own commands for Hive tables, which delete and move files, from tables STORED AS
 * PLACED that have snapshots. Spark has replaced its general commands by these before rules of
 * others run.
 */
public final class HiveCommandRule extends NodeRule {
  private final CatalogTables tables;

  public HiveCommandRule(PlanDecisions decisions, CatalogTables tables) {
    super(decisions);
    this.tables = tables;
  }

  @Override
  protected LogicalPlan replacement(LogicalPlan node) {
    if (node instanceof TruncateTableCommand c) {
      HiveLogTable table = HiveCommands.emptied(tables.definition(c.tableName()));
      if (table == null) {
        return node;
      }
      ResolvedTable resolved = resolved(c.tableName(), table);
      return c.partitionSpec().isEmpty()
          ? new TruncateTable(resolved)
          : new TruncatePartition(resolved, unresolved(c.partitionSpec().get()));
    }
    // Without their files, partitions are dropped in the metastore alone.
    if (node instanceof AlterTableDropPartitionCommand c && !c.retainData()) {
      HiveLogTable table = HiveCommands.withDropped(tables.definition(c.tableName()));
      return table == null ? node : dropped(c, table);
    }
    if (node instanceof AlterTableRenamePartitionCommand c) {
      HiveCommands.requireRenaming(tables.definition(c.tableName()));
    }
    return node;
  }

  private DropPartitions dropped(AlterTableDropPartitionCommand c, HiveLogTable table) {
    List<String> columns = List.of(table.partitionSchema().fieldNames());
    List<PartitionSpec> dropped = new ArrayList<>();
    for (Map<String, String> spec : Scala.list(c.specs())) {
      if (spec.size() == columns.size()) {
        dropped.add(unresolved(spec));
      } else {
        // Hive's command takes some of the columns, and Spark's general one takes all.
        for (InternalRow row : HiveCommands.dropped(table, Scala.map(spec), c.ifExists())) {
          dropped.add(new ResolvedPartitionSpec(Scala.seq(columns), row, Option.empty()));
        }
      }
    }
    return new DropPartitions(
        resolved(c.tableName(), table), Scala.seq(dropped), c.ifExists(), c.purge());
  }

  private static UnresolvedPartitionSpec unresolved(Map<String, String> spec) {
    return new UnresolvedPartitionSpec(spec, Option.empty());
  }

  private ResolvedTable resolved(TableIdentifier name, HiveLogTable table) {
    Identifier identifier = Identifier.of(new String[] {name.database().get()}, name.table());
    return ResolvedTable.create((TableCatalog) tables.v2().get(), identifier, table);
  }
}
