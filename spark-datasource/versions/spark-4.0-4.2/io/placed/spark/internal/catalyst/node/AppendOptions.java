package io.placed.spark.internal.catalyst.node;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NamedRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.V2WriteCommand;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Options of writes that append rows. */
public final class AppendOptions {
  private AppendOptions() {}

  /** The write with one more option. It is one of the table: Spark does not take both kinds. */
  public static LogicalPlan plus(LogicalPlan append, String option) {
    V2WriteCommand write = (V2WriteCommand) append;
    DataSourceV2Relation target = (DataSourceV2Relation) write.table();
    Map<String, String> options = new HashMap<>(target.options().asCaseSensitiveMap());
    options.put(option, "true");
    NamedRelation marked = PlanNodes.withOptions(target, new CaseInsensitiveStringMap(options));
    return (LogicalPlan) write.withNewTable(marked);
  }
}
