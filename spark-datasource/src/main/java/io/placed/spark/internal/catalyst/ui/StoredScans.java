package io.placed.spark.internal.catalyst.ui;

import io.placed.spark.internal.catalyst.node.Scala;
import io.placed.spark.internal.plan.StoredQuery;
import io.placed.spark.read.task.ReadMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.spark.sql.execution.ui.SQLAppStatusStore;
import org.apache.spark.sql.execution.ui.SQLExecutionUIData;
import org.apache.spark.sql.execution.ui.SQLPlanMetric;
import org.apache.spark.sql.execution.ui.SparkPlanGraphNode;

/** Finds scans of this source in what Spark stores about queries for its UI. */
final class StoredScans {
  private static final int AT_ONCE = 100;

  /** The type that Spark gives to a metric which every scan of this source has. */
  private static final String TYPE = "v2Custom_" + ReadMetrics.BytesNeeded.class.getName();

  private StoredScans() {}

  /** Whether a query has one. */
  static boolean any(SQLAppStatusStore store) {
    return !newest(store, Long.MAX_VALUE, 1).isEmpty();
  }

  /**
   * The newest queries with scans.
   *
   * @param before id; only queries with smaller ones
   */
  static StoredQuery.Page of(SQLAppStatusStore store, long before, int most) {
    List<SQLExecutionUIData> found = newest(store, before, most + 1);
    boolean more = found.size() > most;
    return new StoredQuery.Page(
        found.subList(0, more ? most : found.size()).stream().map(q -> query(store, q)).toList(),
        more);
  }

  private static List<SQLExecutionUIData> newest(SQLAppStatusStore store, long before, int most) {
    List<SQLExecutionUIData> found = new ArrayList<>();
    long end = store.executionsCount();
    while (end > 0 && found.size() < most) {
      int count = (int) Math.min(AT_ONCE, end);
      end -= count;
      List<SQLExecutionUIData> some = Scala.list(store.executionsList((int) end, count));
      for (int i = some.size() - 1; i >= 0 && found.size() < most; i--) {
        SQLExecutionUIData query = some.get(i);
        if (query.executionId() < before && hasScan(Scala.list(query.metrics()))) {
          found.add(query);
        }
      }
    }
    return found;
  }

  private static boolean hasScan(List<SQLPlanMetric> metrics) {
    return metrics.stream().anyMatch(m -> m.metricType().equals(TYPE));
  }

  private static StoredQuery query(SQLAppStatusStore store, SQLExecutionUIData query) {
    boolean ended = query.completionTime().isDefined();
    String error = query.errorMessage().isDefined() ? query.errorMessage().get() : "";
    return new StoredQuery(
        query.executionId(),
        query.description(),
        query.submissionTime(),
        ended ? query.completionTime().get().getTime() : -1,
        !error.isEmpty(),
        scans(store, query.executionId()));
  }

  private static List<StoredQuery.Scan> scans(SQLAppStatusStore store, long id) {
    List<SparkPlanGraphNode> nodes;
    try {
      nodes = Scala.list(store.planGraph(id).allNodes());
    } catch (NoSuchElementException e) {
      return List.of(); // Spark has just dropped the query.
    }
    Map<Object, String> values = Scala.map(store.executionMetrics(id));
    List<StoredQuery.Scan> scans = new ArrayList<>();
    // Several nodes may show one scan, whose rows are reused.
    Set<Long> seen = new HashSet<>();
    for (SparkPlanGraphNode node : nodes) {
      List<SQLPlanMetric> metrics = Scala.list(node.metrics());
      if (hasScan(metrics) && seen.add(metrics.get(0).accumulatorId())) {
        Map<String, String> known = new HashMap<>();
        for (SQLPlanMetric m : metrics) {
          String value = values.get(m.accumulatorId());
          if (value != null) {
            known.put(m.name(), value);
          }
        }
        scans.add(new StoredQuery.Scan(node.name(), node.desc(), known));
      }
    }
    return scans;
  }
}
