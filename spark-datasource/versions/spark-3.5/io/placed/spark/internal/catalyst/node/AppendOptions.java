package io.placed.spark.internal.catalyst.node;

import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.plans.logical.AppendData;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;

/** Options of writes that append rows. */
public final class AppendOptions {
  private AppendOptions() {}

  /** The write with one more option. It is one of the write: Spark does not take the table's. */
  public static LogicalPlan plus(LogicalPlan append, String option) {
    AppendData write = (AppendData) append;
    Map<String, String> options = new HashMap<>(Scala.map(write.writeOptions()));
    options.put(option, "true");
    return write.copy(
        write.table(),
        write.query(),
        Scala.immutable(options),
        write.isByName(),
        write.write(),
        write.analyzedQuery());
  }
}
