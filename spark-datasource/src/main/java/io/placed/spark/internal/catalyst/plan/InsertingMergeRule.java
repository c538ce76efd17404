package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.AppendOptions;
import io.placed.spark.internal.catalyst.node.EachNode;
import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.decision.RuleOptions;
import io.placed.spark.internal.decision.ScanTable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * Marks the appends that Spark makes of MERGEs without WHEN MATCHED, and what they read. Their rows
 * depend on those of the table, but Spark tells the source nothing except that rows are appended.
 */
public final class InsertingMergeRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return PlanNodes.appends(plan)
            && ((V2WriteCommand) plan).table() instanceof DataSourceV2Relation target
            && target.table() instanceof ScanTable
            && isRead(target, ((V2WriteCommand) plan).query())
        ? AppendOptions.plus(plan, ScanTable.MERGE_INSERTS)
            .transformUp(EachNode.ofRelations(r -> isSame(target, r) ? readWhole(r) : r))
        : plan;
  }

  private DataSourceV2Relation readWhole(DataSourceV2Relation r) {
    CaseInsensitiveStringMap options = RuleOptions.readingForMerge(r.table(), r.options());
    return options == null ? r : PlanNodes.withOptions(r, options);
  }

  /**
   * Whether the target itself is read, or its cached rows. Where somebody wrote a query that reads
   * the same table, that is another relation, with other expression ids.
   */
  private static boolean isRead(DataSourceV2Relation target, LogicalPlan query) {
    if (query.children().isEmpty()) {
      return isSame(target, query);
    }
    return Scala.list(query.children()).stream().anyMatch(child -> isRead(target, child));
  }

  private static boolean isSame(DataSourceV2Relation target, LogicalPlan leaf) {
    return !target.output().isEmpty() && leaf.outputSet().equals(target.outputSet());
  }
}
