package io.placed.spark.internal.catalyst.ui;

import io.placed.spark.internal.catalyst.plan.PlanScans;
import io.placed.spark.internal.plan.FinishedQuery;
import java.util.function.Consumer;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;

/** Passes on what queries have read. */
public final class QueryEndListener extends SparkListener {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Consumer<FinishedQuery> action;
  private final Runnable atEnd;

  public QueryEndListener(Consumer<FinishedQuery> action, Runnable atEnd) {
    this.action = action;
    this.atEnd = atEnd;
  }

  @Override
  public void onOtherEvent(SparkListenerEvent event) {
    if (event instanceof SparkListenerSQLExecutionEnd end) {
      QueryExecution query = end.qe();
      if (query != null && (end.executionFailure() == null || end.executionFailure().isEmpty())) {
        action.accept(
            new FinishedQuery(
                query.sparkSession(),
                end.time(),
                end.duration() / NANOS_PER_MILLI,
                () -> PlanScans.of(query.executedPlan())));
      }
    }
  }

  @Override
  public void onApplicationEnd(SparkListenerApplicationEnd end) {
    atEnd.run();
  }
}
