package io.placed.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.StageInfo;
import org.apache.spark.sql.SparkSession;

/**
 * What the stages of a query did. Those that read tables, which have no parents, are to Spark what
 * the map phase is to MapReduce.
 */
final class TableReads extends SparkListener {
  private long firstSubmission;
  private long lastCompletion;
  private long bytesRead;
  private long rowsRead;
  private long cpuNanos;
  private long runMillis;
  private int tasks;
  private int failedTasks;
  private final Map<String, Long> bytesByHost = new HashMap<>();

  synchronized void begin() {
    firstSubmission = Long.MAX_VALUE;
    lastCompletion = 0;
    bytesRead = 0;
    rowsRead = 0;
    cpuNanos = 0;
    runMillis = 0;
    tasks = 0;
    failedTasks = 0;
    bytesByHost.clear();
  }

  @Override
  public synchronized void onStageCompleted(SparkListenerStageCompleted event) {
    StageInfo stage = event.stageInfo();
    if (stage.parentIds().isEmpty()
        && stage.submissionTime().isDefined()
        && stage.completionTime().isDefined()) {
      firstSubmission = Math.min(firstSubmission, (Long) stage.submissionTime().get());
      lastCompletion = Math.max(lastCompletion, (Long) stage.completionTime().get());
    }
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd event) {
    TaskMetrics metrics = event.taskMetrics();
    tasks++;
    failedTasks += event.taskInfo().successful() ? 0 : 1;
    if (metrics != null) {
      bytesRead += metrics.inputMetrics().bytesRead();
      rowsRead += metrics.inputMetrics().recordsRead();
      cpuNanos += metrics.executorCpuTime();
      runMillis += metrics.executorRunTime();
      bytesByHost.merge(event.taskInfo().host(), metrics.inputMetrics().bytesRead(), Long::sum);
    }
  }

  /** Waits for the events of the query, and adds their sums. */
  void end(SparkSession spark, ObjectNode to) {
    try {
      spark.sparkContext().listenerBus().waitUntilEmpty();
    } catch (java.util.concurrent.TimeoutException e) {
      throw new IllegalStateException("timed out waiting for Spark's events of the query", e);
    }
    synchronized (this) {
      to.put("scan_seconds", lastCompletion == 0 ? 0 : (lastCompletion - firstSubmission) / 1e3);
      to.put("bytes_read", bytesRead);
      to.put("rows_read", rowsRead);
      to.put("cpu_seconds", cpuNanos / 1e9);
      to.put("task_seconds", runMillis / 1e3);
      to.put("tasks", tasks);
      to.put("failed_tasks", failedTasks);
      ObjectNode hosts = to.putObject("bytes_by_host");
      new TreeMap<>(bytesByHost).forEach(hosts::put);
    }
  }
}
