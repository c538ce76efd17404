package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.catalyst.node.Scala;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.CreateTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.DeleteFromTable;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoDir;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MergeIntoTable;
import org.apache.spark.sql.catalyst.plans.logical.OverwriteByExpression;
import org.apache.spark.sql.catalyst.plans.logical.ReplaceTableAsSelect;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedWith;
import org.apache.spark.sql.catalyst.plans.logical.UpdateTable;

/**
 * Parses statements that are planned and not executed. Spark executes some while it analyzes them:
 * CALL, EXECUTE IMMEDIATE and the alterations of writes WITH SCHEMA EVOLUTION. So there is a list
 * of those that are planned, and no others are.
 */
final class PlannedStatements {
  private static final Set<Class<? extends LogicalPlan>> WRITES =
      Set.of(
          InsertIntoStatement.class,
          OverwriteByExpression.class, // INSERT INTO … REPLACE WHERE
          InsertIntoDir.class,
          CreateTableAsSelect.class,
          ReplaceTableAsSelect.class,
          DeleteFromTable.class,
          UpdateTable.class,
          MergeIntoTable.class);

  private PlannedStatements() {}

  /**
   * @throws IllegalArgumentException if the statement is none that is planned
   */
  static LogicalPlan parse(ParserInterface parser, String statement) throws Exception {
    LogicalPlan plan = parser.parsePlan(statement);
    LogicalPlan write = plan instanceof UnresolvedWith with ? with.child() : plan;
    // FROM t INSERT … INSERT … is a union of its parts.
    List<LogicalPlan> writes =
        write instanceof Union ? List.copyOf(Scala.list(write.children())) : List.of(write);
    if (writes.stream().allMatch(w -> WRITES.contains(w.getClass()))) {
      if (writes.stream().anyMatch(w -> PlanNodes.evolving(w) != null)) {
        throw new IllegalArgumentException(
            "WITH SCHEMA EVOLUTION is not planned, because Spark would change the table's columns;"
                + " leave the words out");
      }
      return plan;
    }
    try {
      return parser.parseQuery(statement);
    } catch (Exception e) { // Scala does not declare the exceptions of Spark.
      throw new IllegalArgumentException(
          "found "
              + plan.nodeName()
              + "; planned are queries, INSERT, CREATE TABLE AS SELECT, DELETE, UPDATE and MERGE",
          e);
    }
  }
}
