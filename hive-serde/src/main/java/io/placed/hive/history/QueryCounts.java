package io.placed.hive.history;

import io.placed.hive.read.Counters;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hive.ql.MapRedStats;
import org.apache.hadoop.hive.ql.QueryPlan;
import org.apache.hadoop.hive.ql.exec.Utilities;
import org.apache.hadoop.hive.ql.exec.tez.TezTask;
import org.apache.hadoop.hive.ql.session.SessionState;

/** What the tasks of a query have counted, in Tez or MapReduce: sums over all Placed tables. */
final class QueryCounts {
  private final Map<String, Long> sums = new HashMap<>();

  QueryCounts(QueryPlan plan) {
    for (TezTask task : Utilities.getTezTasks(plan.getRootTasks())) {
      if (task.getTezCounters() != null) {
        task.getTezCounters()
            .getGroup(Counters.GROUP)
            .forEach(c -> sums.merge(c.getName(), c.getValue(), Long::sum));
      }
    }
    SessionState session = SessionState.get();
    if (session != null && session.getMapRedStats() != null) {
      for (MapRedStats stage : session.getMapRedStats().values()) {
        if (stage.getCounters() != null) {
          stage
              .getCounters()
              .getGroup(Counters.GROUP)
              .forEach(c -> sums.merge(c.getName(), c.getValue(), Long::sum));
        }
      }
    }
  }

  /** 0 if nothing was counted. */
  long get(String name) {
    return sums.getOrDefault(name, 0L);
  }
}
