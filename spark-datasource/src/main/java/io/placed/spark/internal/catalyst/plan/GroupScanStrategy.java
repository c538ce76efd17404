package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.EachNode;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.plan.GroupScan;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.V2ExpressionUtils;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.UnaryNode;
import org.apache.spark.sql.connector.read.partitioning.KeyGroupedPartitioning;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import scala.Option;
import scala.collection.immutable.Seq;

/**
 * Gives relations of scans that return groups the partitioning that these report. Spark finds the
 * columns of a reported partitioning in the relation before its aggregation was pushed to the scan;
 * the columns that the scan returns are others. A strategy, because Spark has no place for rules of
 * extensions between the pushing of aggregations and the planning. It replaces the relation and
 * what Spark plans together with it, and leaves nodes above alone: adaptive execution finds them
 * again by identity.
 */
public final class GroupScanStrategy extends SparkStrategy {
  /** The position of {@code keyGroupedPartitioning} in all supported releases of Spark. */
  private static final int KEYS = 3;

  @Override
  public Seq<SparkPlan> apply(LogicalPlan plan) {
    LogicalPlan scan = plan;
    while (scan instanceof Project || scan instanceof Filter) {
      scan = ((UnaryNode) scan).child();
    }
    LogicalPlan reported =
        scan instanceof DataSourceV2ScanRelation
            ? plan.transformUp(new EachNode(GroupScanStrategy::reported))
            : plan;
    return Scala.seq(reported == plan ? List.<SparkPlan>of() : List.of(planLater(reported)));
  }

  private static LogicalPlan reported(LogicalPlan node) {
    if (!(node instanceof DataSourceV2ScanRelation r)
        || !(r.scan() instanceof GroupScan groups)
        || r.keyGroupedPartitioning().isDefined()
        || !(groups.outputPartitioning() instanceof KeyGroupedPartitioning partitioning)) {
      return node;
    }
    List<Expression> keys = new ArrayList<>();
    for (var key : partitioning.keys()) {
      Option<Expression> found = V2ExpressionUtils.toCatalystOpt(key, r, r.relation().funCatalog());
      if (found.isEmpty()) {
        return node; // a function that Spark does not know; it shuffles
      }
      keys.add(found.get());
    }
    // The number of fields differs between releases of Spark.
    Object[] fields = new Object[r.productArity()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = i == KEYS ? Option.apply(Scala.seq(keys)) : r.productElement(i);
    }
    return r.makeCopy(fields);
  }
}
