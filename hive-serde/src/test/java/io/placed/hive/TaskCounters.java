package io.placed.hive;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hive.ql.MapRedStats;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.tez.TezTask;
import org.apache.hadoop.hive.ql.hooks.ExecuteWithHookContext;
import org.apache.hadoop.hive.ql.hooks.HookContext;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.apache.tez.common.counters.CounterGroup;
import org.apache.tez.common.counters.DAGCounter;
import org.apache.tez.common.counters.TezCounter;

/**
 * Records the counters of the group Placed, and those of Tez, of the last statement. Called by Hive
 * after each statement.
 */
public final class TaskCounters implements ExecuteWithHookContext {
  private static final Map<String, Long> LAST = new TreeMap<>();

  @Override
  public void run(HookContext context) {
    synchronized (LAST) {
      LAST.clear();
      for (TezTask task : Utilities.getTezTasks(context.getQueryPlan().getRootTasks())) {
        if (task.getTezCounters() != null) {
          for (String name : List.of("Placed", DAGCounter.class.getName())) {
            CounterGroup group = task.getTezCounters().getGroup(name);
            for (TezCounter c : group) {
              LAST.merge(c.getName(), c.getValue(), Long::sum);
            }
          }
        }
      }
      for (MapRedStats stage : SessionState.get().getMapRedStats().values()) {
        if (stage.getCounters() != null) {
          stage
              .getCounters()
              .getGroup("Placed")
              .forEach(c -> LAST.merge(c.getName(), c.getValue(), Long::sum));
        }
      }
    }
  }

  /** Counter of the last statement; 0 if it is missing. */
  static long last(String name) {
    synchronized (LAST) {
      return LAST.getOrDefault(name, 0L);
    }
  }
}
