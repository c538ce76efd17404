package io.placed.spark.internal.catalyst.name;

import org.apache.spark.sql.catalyst.analysis.BindParameters$;
import org.apache.spark.sql.catalyst.analysis.ParameterizedQuery;
import org.apache.spark.sql.catalyst.plans.logical.Call;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;

/**
 * Puts the values of parameters into {@code CALL} before its procedure is looked up. Spark 4.0 does
 * it afterwards, and then fails with "number of args and params must match after binding"; later
 * releases put them into the text.
 */
final class CallParametersRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan instanceof ParameterizedQuery query && query.child() instanceof Call
        ? BindParameters$.MODULE$.apply(plan)
        : plan;
  }
}
