package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SortExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.exchange.BroadcastExchangeExec;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec;
import org.apache.spark.sql.execution.joins.SortMergeJoinExec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Queries of TPC-H that join lineitem with orders: if both tables have buckets of the order key and
 * are sorted by it, no row of either is moved or sorted for that join, with the settings that a
 * session has by default; before Spark 4.2 on request.
 */
@OneIn(2)
class JoinedQueryPlansTest extends SparkTestCase {
  private static final Map<String, String> KEYS =
      Map.of("lineitem", "l_orderkey", "orders", "o_orderkey");

  private static final String BROADCASTS = "spark.sql.autoBroadcastJoinThreshold";
  private static final String BUCKETING = "spark.sql.sources.v2.bucketing.enabled";

  @AfterEach
  void reset() {
    spark.conf().unset(BROADCASTS);
    spark.conf().unset(BUCKETING);
  }

  @Test
  void neitherShufflesNorSorts() throws Exception {
    for (String table : TpcQueries.tables("tpch")) {
      TpcTables.tpch(spark, table, 0.01, 2).createOrReplaceTempView("rows");
      String parquet = path(table + "_parquet");
      spark.table("rows").write().parquet(parquet);
      spark.read().parquet(parquet).createOrReplaceTempView("rows");
      String target = "placed.`" + path(table + "_placed") + "`";
      String key = KEYS.get(table);
      sql(
          "create table "
              + target
              + " using placed"
              + (key == null
                  ? ""
                  : " partitioned by (bucket(8, "
                      + key
                      + ")) tblproperties ('placement.reorder' = 'sort("
                      + key
                      + ")', 'write.distribution-mode' = 'hash')")
              + " as select * from rows");
    }
    // As at a scale at which other tables are broadcast, but not these two.
    spark.conf().set(BROADCASTS, "16KB");
    if (!since("4.2")) {
      spark.conf().set(BUCKETING, "true");
    }
    Map<String, String> queries = TpcQueries.of("tpch");
    for (String name : List.of("q3", "q4", "q5", "q12", "q18", "q21")) {
      String query = TpcQueries.withoutLimit(queries.get(name));
      open("parquet");
      List<Row> expected = sql(query).collectAsList();
      open("placed");
      Dataset<Row> found = sql(query);
      assertTrue(ReportRows.same(expected, found.collectAsList()), name);
      SparkPlan plan = found.queryExecution().executedPlan();
      List<SortMergeJoinExec> joins = new ArrayList<>();
      collect(plan, joins);
      assertTrue(!joins.isEmpty(), name + " has no such join:\n" + plan);
      for (SortMergeJoinExec join : joins) {
        List<String> moved = new ArrayList<>();
        ScalaCollections.list(join.children()).forEach(c -> moved(c, moved));
        assertEquals(List.of(), moved, name + "\n" + plan);
      }
    }
  }

  private void open(String format) {
    for (String table : TpcQueries.tables("tpch")) {
      spark.read().format(format).load(path(table + "_" + format)).createOrReplaceTempView(table);
    }
  }

  /** Joins by the order key, of whichever tables. */
  private static void collect(SparkPlan plan, List<SortMergeJoinExec> joins) {
    if (plan instanceof SortMergeJoinExec join
        && (join.leftKeys() + " " + join.rightKeys()).contains("_orderkey")) {
      joins.add(join);
    }
    children(plan).forEach(c -> collect(c, joins));
  }

  /** What moves or sorts rows below a join, except for the small sides of other joins. */
  private static void moved(SparkPlan plan, List<String> out) {
    if (plan instanceof BroadcastExchangeExec) {
      return;
    }
    // Scans that return complete groups say nothing of their order; there are few.
    boolean groups = plan instanceof SortExec && plan.toString().contains("Groups: complete");
    if (plan instanceof ShuffleExchangeExec || plan instanceof SortExec && !groups) {
      out.add(plan.toString());
    }
    children(plan).forEach(c -> moved(c, out));
  }

  private static List<SparkPlan> children(SparkPlan plan) {
    if (plan instanceof AdaptiveSparkPlanExec adaptive) {
      return List.of(adaptive.executedPlan());
    }
    return plan instanceof QueryStageExec stage
        ? List.of(stage.plan())
        : ScalaCollections.list(plan.children());
  }
}
