package io.placed.hive;

import io.placed.hive.history.HiveHistory;
import org.apache.hadoop.hive.ql.hooks.ExecuteWithHookContext;
import org.apache.hadoop.hive.ql.hooks.HookContext;

/**
 * A hook for {@code hive.exec.post.hooks}, which records what queries read of Placed tables in the
 * directory that the setting {@code placed.history} names, as Spark does with {@code
 * spark.placed.history}. A failure to record is logged once, and never fails a query.
 */
public final class HistoryHook implements ExecuteWithHookContext {
  @Override
  public void run(HookContext context) {
    HiveHistory.add(context);
  }

  /** Waits until the queries that have ended are recorded, and closes the files. */
  public static void publish() {
    HiveHistory.publish();
  }
}
