package io.placed.spark.internal.catalyst;

import io.placed.spark.internal.ArrangedScan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.plans.physical.Distribution;
import org.apache.spark.sql.catalyst.plans.physical.UnspecifiedDistribution$;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.execution.ColumnarRule;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.exchange.Exchange;

/**
 * Plans scans with tasks of equal size if no operator between them and the next exchange needs
 * their partitioning or order: a task for each bucket costs more than it gives where rows are
 * shuffled nevertheless. What {@code DisableUnnecessaryBucketedScan} of Spark does for buckets of
 * its own, and with the same setting. A columnar rule, since these alone see the plan after
 * exchanges are in it, with adaptive execution and without.
 */
final class UnusedArrangementRule extends ColumnarRule {
  @Override
  public Rule<SparkPlan> preColumnarTransitions() {
    return new Rule<>() {
      @Override
      public SparkPlan apply(SparkPlan plan) {
        return plan.conf().autoBucketedScanEnabled() ? visit(plan, false) : plan;
      }
    };
  }

  /**
   * @param moved whether rows of the node are moved before an operator needs them together or in an
   *     order. Not known above the last exchange: a cached plan is read by others.
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
    List<Distribution> distributions = Scala.list(plan.requiredChildDistribution());
    List<SparkPlan> changed = new ArrayList<>();
    for (int i = 0; i < children.size(); i++) {
      boolean below =
          plan instanceof Exchange
              || moved
                  && distributions.get(i) == UnspecifiedDistribution$.MODULE$
                  && plan.requiredChildOrdering().apply(i).isEmpty();
      changed.add(visit(children.get(i), below));
    }
    return changed.equals(children) ? plan : plan.withNewChildren(Scala.seq(changed));
  }
}
