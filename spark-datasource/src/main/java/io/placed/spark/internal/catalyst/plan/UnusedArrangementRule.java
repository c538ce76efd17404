package io.placed.spark.internal.catalyst.plan;

import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.plan.ArrangedScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.Average;
import org.apache.spark.sql.catalyst.expressions.aggregate.BitAggregate;
import org.apache.spark.sql.catalyst.expressions.aggregate.CentralMomentAgg;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
import org.apache.spark.sql.catalyst.expressions.aggregate.HyperLogLogPlusPlus;
import org.apache.spark.sql.catalyst.expressions.aggregate.Max;
import org.apache.spark.sql.catalyst.expressions.aggregate.Min;
import org.apache.spark.sql.catalyst.expressions.aggregate.Sum;
import org.apache.spark.sql.catalyst.plans.physical.Distribution;
import org.apache.spark.sql.catalyst.plans.physical.RoundRobinPartitioning;
import org.apache.spark.sql.catalyst.plans.physical.UnspecifiedDistribution$;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.ExpandExec;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SortExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.UnionExec;
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.exchange.Exchange;
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec;
import scala.collection.Seq;

/**
 * Plans scans with tasks of equal size if nothing between them and the next exchange depends on
 * their partitioning or order: a task for each bucket costs more than it gives where rows are
 * shuffled nevertheless. Much as {@code DisableUnnecessaryBucketedScan} of Spark for buckets of its
 * own, and with the same setting. A columnar rule, since these alone see the plan after exchanges
 * are in it, with adaptive execution and without.
 */
public final class UnusedArrangementRule extends ColumnarRule {
  @Override
  public Rule<SparkPlan> preColumnarTransitions() {
    return new Rule<>() {
      @Override
      public SparkPlan apply(SparkPlan plan) {
        return plan.conf().autoBucketedScanEnabled() && !mayReuseBroadcasts(plan)
            ? visit(plan, false)
            : plan;
      }
    };
  }

  /**
   * Whether dynamic pruning may take values from broadcasts that joins use, too. Without adaptive
   * execution these are planned on their own, and found again only by an equal plan.
   */
  private static boolean mayReuseBroadcasts(SparkPlan plan) {
    return !plan.conf().adaptiveExecutionEnabled() && plan.conf().dynamicPartitionPruningEnabled();
  }

  /**
   * @param moved whether the rows of the node are moved before anything depends on how they were
   *     divided. Not known above the last exchange: the rows may be cached and read by others.
   */
  private static SparkPlan visit(SparkPlan plan, boolean moved) {
    if (plan instanceof BatchScanExec scan) {
      Optional<Scan> balanced =
          moved && scan.scan() instanceof ArrangedScan arranged
              ? arranged.balanced()
              : Optional.empty();
      return balanced.isPresent() ? PlanNodes.unarranged(scan, balanced.get()) : scan;
    }
    List<SparkPlan> children = Scala.list(plan.children());
    List<SparkPlan> changed = new ArrayList<>();
    boolean same = true;
    for (int i = 0; i < children.size(); i++) {
      boolean below = plan instanceof Exchange e && forgets(e) || moved && isIndifferent(plan, i);
      SparkPlan child = visit(children.get(i), below);
      changed.add(child);
      same &= child == children.get(i);
    }
    return same ? plan : plan.withNewChildren(Scala.seq(changed));
  }

  /**
   * Whether it is the same for an exchange which rows a task below has. By round robin rows go to a
   * task by what was before them, and a sample above would be another one in another query.
   */
  private static boolean forgets(Exchange exchange) {
    return !(exchange.outputPartitioning() instanceof RoundRobinPartitioning);
  }

  /**
   * Whether the result of a node does not depend on how the rows of a child are divided and
   * ordered. Known of some nodes only: a function that gets the rows of a task may rely on a sort
   * that Spark has left out because of the order of the scan, and a sample on the same tasks in
   * another query.
   */
  private static boolean isIndifferent(SparkPlan plan, int child) {
    boolean known =
        plan instanceof FilterExec
            || plan instanceof ProjectExec
            || plan instanceof SortExec
            || plan instanceof ExpandExec
            || plan instanceof UnionExec
            || plan instanceof BaseAggregateExec a && ofAnyOrder(a)
            || plan instanceof BroadcastHashJoinExec;
    if (!known || !Scala.list(plan.expressions()).stream().allMatch(Expression::deterministic)) {
      return false;
    }
    List<Distribution> distributions = Scala.list(plan.requiredChildDistribution());
    List<? extends Seq<SortOrder>> orders = Scala.list(plan.requiredChildOrdering());
    return distributions.get(child) == UnspecifiedDistribution$.MODULE$
        && orders.get(child).isEmpty();
  }

  /** Functions that give the same for rows in any order; {@code first} does not. */
  private static boolean ofAnyOrder(BaseAggregateExec plan) {
    return Scala.list(plan.aggregateExpressions()).stream()
        .map(AggregateExpression::aggregateFunction)
        .allMatch(
            f ->
                f instanceof Count
                    || f instanceof Min
                    || f instanceof Max
                    || f instanceof Sum
                    || f instanceof Average
                    || f instanceof CentralMomentAgg
                    || f instanceof BitAggregate
                    || f instanceof HyperLogLogPlusPlus);
  }
}
