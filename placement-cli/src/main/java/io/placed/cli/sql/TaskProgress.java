package io.placed.cli.sql;

import io.placed.cli.text.Progress;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Shows how many of the tasks that Spark has started so far are done. */
final class TaskProgress extends SparkListener {
  private final Progress bar;
  private int all;
  private int done;

  TaskProgress(Progress bar) {
    this.bar = bar;
  }

  @Override
  public synchronized void onStageSubmitted(SparkListenerStageSubmitted stage) {
    all += stage.stageInfo().numTasks();
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd task) {
    done++;
    bar.set((double) done / Math.max(all, done), done + " tasks");
  }
}
