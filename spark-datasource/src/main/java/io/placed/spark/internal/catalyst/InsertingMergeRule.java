package io.placed.spark.internal.catalyst;

import io.placed.spark.internal.ScanTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;

/**
 * Marks the appends that Spark makes of MERGEs without WHEN MATCHED. Their rows depend on those of
 * the table, but Spark tells the source nothing except that rows are appended.
 */
final class InsertingMergeRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return PlanNodes.appends(plan)
            && ((V2WriteCommand) plan).table() instanceof DataSourceV2Relation target
            && target.table() instanceof ScanTable
            && isRead(target, ((V2WriteCommand) plan).query())
        ? AppendOptions.plus(plan, ScanTable.MERGE_INSERTS)
        : plan;
  }

  /**
   * Whether the target itself is read, or its cached rows. Where somebody wrote a query that reads
   * the same table, that is another relation, with other expression ids.
   */
  private static boolean isRead(DataSourceV2Relation target, LogicalPlan query) {
    if (query.children().isEmpty()) {
      return !target.output().isEmpty() && query.outputSet().equals(target.outputSet());
    }
    return Scala.list(query.children()).stream().anyMatch(child -> isRead(target, child));
  }
}
