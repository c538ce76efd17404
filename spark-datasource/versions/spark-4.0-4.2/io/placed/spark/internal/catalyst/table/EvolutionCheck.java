package io.placed.spark.internal.catalyst.table;

import io.placed.spark.internal.catalyst.node.PlanNodes;
import io.placed.spark.internal.decision.PlanDecisions;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Refuses writes {@code WITH SCHEMA EVOLUTION} of tables that {@link EvolutionRule} could not find
 * by a name, such as that of a temporary view. Spark would pass over the words.
 */
public final class EvolutionCheck extends AbstractFunction1<LogicalPlan, BoxedUnit> {
  private final PlanDecisions decisions;

  public EvolutionCheck(PlanDecisions decisions) {
    this.decisions = decisions;
  }

  @Override
  public BoxedUnit apply(LogicalPlan plan) {
    plan.foreach(
        node -> {
          LogicalPlan target = PlanNodes.evolving(node);
          if (target != null) {
            target.foreach(this::checked);
          }
          return BoxedUnit.UNIT;
        });
    return BoxedUnit.UNIT;
  }

  private BoxedUnit checked(LogicalPlan target) {
    if (target instanceof DataSourceV2Relation r) {
      decisions.schemaEvolution().requireEvolving(r.name(), r.table());
    }
    return BoxedUnit.UNIT;
  }
}
