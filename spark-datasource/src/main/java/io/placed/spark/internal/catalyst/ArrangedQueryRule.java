package io.placed.spark.internal.catalyst;

import io.placed.spark.internal.WrittenTable;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LocalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.RebalancePartitions;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionOperation;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.streaming.sources.WriteToMicroBatchDataSource;

/**
 * Tells tables to leave rows in the tasks of a query that orders them or divides them among tasks
 * at its end, which a shuffle would undo. So, too, of streams: batches have few rows, and before
 * 4.2 no adaptive execution joins the many tasks of a shuffle.
 */
final class ArrangedQueryRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    if (plan instanceof V2WriteCommand write
        && write.table() instanceof DataSourceV2Relation target
        && target.table() instanceof WrittenTable table
        && isArranged(write.query())) {
      table.keepTasks();
    } else if (plan instanceof WriteToMicroBatchDataSource batch
        && batch.table() instanceof WrittenTable table) {
      table.keepTasks();
    }
    return plan;
  }

  private static boolean isArranged(LogicalPlan query) {
    if (query instanceof Project
        || query instanceof Filter
        || query instanceof GlobalLimit
        || query instanceof LocalLimit) {
      return isArranged(query.children().head());
    }
    return query instanceof Sort
        || query instanceof RepartitionOperation
        || query instanceof RebalancePartitions;
  }
}
