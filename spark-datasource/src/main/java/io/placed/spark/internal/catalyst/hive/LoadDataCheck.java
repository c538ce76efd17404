package io.placed.spark.internal.catalyst.hive;

import io.placed.spark.internal.catalyst.table.CatalogTables;
import io.placed.spark.internal.decision.HiveCommands;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.command.LoadDataCommand;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** Checks LOAD DATA, once everything is analyzed, because it opens the files that are loaded. */
public final class LoadDataCheck extends AbstractFunction1<LogicalPlan, BoxedUnit> {
  private final CatalogTables tables;

  public LoadDataCheck(CatalogTables tables) {
    this.tables = tables;
  }

  @Override
  public BoxedUnit apply(LogicalPlan plan) {
    if (plan instanceof LoadDataCommand c) {
      HiveCommands.requireLoading(
          tables.definition(c.table()),
          new HiveCommands.Loading(c.path(), c.isLocal(), c.isOverwrite()));
    }
    return BoxedUnit.UNIT;
  }
}
