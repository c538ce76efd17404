package io.placed.hive.history;

import io.placed.advise.workload.HistoryQueue;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hive.ql.QueryPlan;
import org.apache.hadoop.hive.ql.hooks.HookContext;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The history of this process. The thread of the query takes conditions and counters from the plan;
 * a thread of its own computes ranks and writes.
 */
public final class HiveHistory {
  /** The setting of Hive: a directory. */
  public static final String SETTING = "placed.history";

  private static final Logger LOG = LoggerFactory.getLogger(HiveHistory.class);

  /** Before Hadoop closes its file systems. */
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  private static final HiveScanRecorder RECORDER = new HiveScanRecorder();

  private static final HistoryQueue QUEUE =
      new HistoryQueue(
          (directory, e) -> LOG.warn("{}={}: a query is not recorded", SETTING, directory, e));

  static {
    ShutdownHookManager.get().addShutdownHook(HiveHistory::publish, PRIORITY);
  }

  private HiveHistory() {}

  /** Records a query that has ended, if the setting names a directory. */
  public static void add(HookContext context) {
    String directory = context.getConf().get(SETTING, "");
    if (directory.isEmpty() || context.getQueryPlan() == null) {
      return;
    }
    try {
      QueryPlan plan = context.getQueryPlan();
      long now = System.currentTimeMillis();
      Long start = plan.getQueryStartTime();
      double millis = start == null ? 0 : Math.max(0, now - start);
      Configuration conf = new Configuration(context.getConf());
      List<HiveScanRecorder.Found> scans =
          PlanScan.of(plan).stream().map(s -> HiveScanRecorder.Found.of(conf, s)).toList();
      if (!scans.isEmpty()) {
        QueryCounts counts = new QueryCounts(plan);
        QUEUE.add(directory, () -> RECORDER.record(conf, directory, scans, counts, now, millis));
      }
    } catch (RuntimeException | LinkageError e) {
      QUEUE.failed(directory, e);
    }
  }

  /** Waits until the queries that have ended are recorded, and closes the files. */
  public static void publish() {
    QUEUE.finish(RECORDER::close);
  }
}
