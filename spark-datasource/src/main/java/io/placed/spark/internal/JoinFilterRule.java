package io.placed.spark.internal;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.runtime.AbstractPartialFunction;

/**
 * Below a join filters stay in the plan although scans answer them: Spark prunes partitions and
 * makes Bloom filters at run time only from a side of a join in which it sees a filter. They are
 * asked again of the few rows that the scan leaves.
 */
final class JoinFilterRule extends Rule<LogicalPlan> {
  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.transformDown(
        new AbstractPartialFunction<LogicalPlan, LogicalPlan>() {
          @Override
          public boolean isDefinedAt(LogicalPlan node) {
            return node instanceof Join;
          }

          @Override
          public LogicalPlan apply(LogicalPlan join) {
            return join.transformUp(new Marking());
          }
        });
  }

  private static final class Marking extends AbstractPartialFunction<LogicalPlan, LogicalPlan> {
    @Override
    public boolean isDefinedAt(LogicalPlan node) {
      return node instanceof DataSourceV2Relation r
          && r.table() instanceof ScanTable
          && !r.options().containsKey(ScanTable.KEEP_FILTERS);
    }

    @Override
    public LogicalPlan apply(LogicalPlan node) {
      DataSourceV2Relation r = (DataSourceV2Relation) node;
      Map<String, String> options = new HashMap<>(r.options().asCaseSensitiveMap());
      options.put(ScanTable.KEEP_FILTERS, "true");
      return r.copy(
          r.table(),
          r.output(),
          r.catalog(),
          r.identifier(),
          new CaseInsensitiveStringMap(options),
          r.timeTravelSpec());
    }
  }
}
