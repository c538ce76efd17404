package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.plan.QueryOrder;
import io.placed.spark.internal.plan.WrittenTable;
import io.placed.spark.types.SparkTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.analysis.NamedRelation;
import org.apache.spark.sql.catalyst.expressions.Ascending$;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NullsFirst$;
import org.apache.spark.sql.catalyst.expressions.Unevaluable;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OrderPreservingUnaryNode;
import org.apache.spark.sql.catalyst.plans.logical.RebalancePartitions;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionOperation;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.catalyst.plans.logical.WithCTE;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.execution.columnar.InMemoryRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.execution.streaming.sources.WriteToMicroBatchDataSource;

/**
 * Tells tables to leave rows in the tasks of a query that orders them or divides them among tasks
 * at its end, which a shuffle would undo. So, too, of streams: batches have few rows, and no
 * adaptive execution joins the many tasks of a shuffle in stateful ones.
 */
public final class ArrangedQueryRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    if (plan instanceof V2WriteCommand write) {
      WrittenTable table = written(write.table());
      if (table != null && isArranged(write.query())) {
        table.keepTasks(order(write.query()));
      }
    } else if (plan instanceof WriteToMicroBatchDataSource batch) {
      WrittenTable table = written(batch.table());
      if (table != null) {
        table.keepTasks(QueryOrder.NONE);
      }
    } else if (plan instanceof Union) {
      // Of several INSERTs in one statement.
      Scala.list(plan.children()).forEach(this::apply);
    }
    return plan;
  }

  /** Null if it is not of this source. What a stream writes to is a relation from Spark 4.2 on. */
  private static WrittenTable written(Object target) {
    Object table =
        target instanceof NamedRelation && target instanceof DataSourceV2Relation r
            ? r.table()
            : target;
    return table instanceof WrittenTable w ? w : null;
  }

  /** Cached rows have the order that they were cached with. */
  private static boolean isArranged(LogicalPlan query) {
    if (query instanceof OrderPreservingUnaryNode) {
      return isArranged(query.children().head());
    }
    if (query instanceof WithCTE cte) {
      return isArranged(cte.plan());
    }
    return query instanceof Sort
        || query instanceof RepartitionOperation
        || query instanceof RebalancePartitions
        || query instanceof InMemoryRelation && !query.outputOrdering().isEmpty();
  }

  /** The leading keys of the order that the columns of the query tell. */
  private static QueryOrder order(LogicalPlan query) {
    List<SortOrder> columns = new ArrayList<>();
    List<Object> expressions = new ArrayList<>();
    for (var key : Scala.list(query.outputOrdering())) {
      if (!key.references().subsetOf(query.outputSet()) || !isComputed(key.child())) {
        break;
      }
      if (!expressions.isEmpty() || !(key.child() instanceof AttributeReference column)) {
        expressions.add(key);
        continue;
      }
      columns.add(
          Expressions.sort(
              Expressions.column(SparkTypes.quoted(column.name())),
              key.direction() == Ascending$.MODULE$
                  ? SortDirection.ASCENDING
                  : SortDirection.DESCENDING,
              key.nullOrdering() == NullsFirst$.MODULE$
                  ? NullOrdering.NULLS_FIRST
                  : NullOrdering.NULLS_LAST));
    }
    return new QueryOrder(columns, expressions);
  }

  /**
   * Whether any operator can compute it again. Functions in Python and subqueries have operators of
   * their own.
   */
  private static boolean isComputed(Expression expression) {
    return expression instanceof Attribute
        || expression.deterministic()
            && !(expression instanceof Unevaluable)
            && Scala.list(expression.children()).stream().allMatch(ArrangedQueryRule::isComputed);
  }
}
