package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Scans of tables in buckets: a task for each bucket where an operator needs it, and tasks of equal
 * size where rows are shuffled nevertheless. Both return the same rows.
 */
@OneIn(2)
class UnusedArrangementTest extends TransformTestCase {
  private static final int BUCKETS = 16;

  private static final String PRUNING = "spark.sql.optimizer.dynamicPartitionPruning.enabled";

  /** Rows without a key are in a bucket of their own. */
  private static final int WITH_NULLS = BUCKETS + 1;

  private void tables() {
    for (String name : List.of("a", "b")) {
      create("path", name, keyed(0, 2000), "bucket(" + BUCKETS + ", k)", "k");
    }
  }

  /** Without adaptive execution and with pruning, all scans keep their tasks. */
  private void adaptive(boolean on) {
    set("spark.sql.adaptive.enabled", String.valueOf(on));
    set(PRUNING, String.valueOf(on));
  }

  /** The numbers of tasks of the scans of a query that was run, from left to right. */
  private static List<Integer> tasks(String query) {
    Dataset<Row> rows = sql(query);
    SparkPlan plan = rows.queryExecution().executedPlan();
    rows.queryExecution().toRdd().count();
    List<Integer> out = new ArrayList<>();
    PlanMetrics.scans(plan).forEach(s -> out.add(s.inputRDD().getNumPartitions()));
    return out;
  }

  @SinceSpark(
      value = "4.2",
      because = "Before 4.2, Spark reads each partition in one task wherever it is")
  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#trueOrFalse")
  void onlyUsedBucketsAreTasks(boolean adaptive) {
    tables();
    adaptive(adaptive);
    // By the buckets: joins, groups, windows, and what is above a join by them.
    String join = "select a.id, b.v from a join b on a.k = b.k";
    assertEquals(List.of(BUCKETS, BUCKETS), tasks(join));
    assertEquals(List.of(WITH_NULLS), tasks("select k, collect_list(id) from a group by k"));
    assertEquals(
        List.of(WITH_NULLS), tasks("select k, sum(id) over (partition by k order by id) from a"));
    assertEquals(
        List.of(BUCKETS, BUCKETS), tasks("select v, max(id) from (" + join + ") group by v"));
    // By something else: each scan for itself.
    int few = tasks("select v, bit_xor(id), min(k) from a group by v").get(0);
    assertTrue(few < BUCKETS, few + " tasks");
    assertEquals(List.of(few, few), tasks("select a.k, b.k from a join b on a.id = b.id"));
    String oneSide =
        "select x.v, b.v from (select k + 1 j, v, min(k) from a where k > 0 group by k + 1, v) x"
            + " join b on x.j = b.k";
    assertEquals(List.of(few, few), tasks(oneSide));
    set(BUCKETING + "shuffle.enabled", "true");
    assertEquals(List.of(few, BUCKETS), tasks(oneSide));
    set(BUCKETING + "shuffle.enabled", "false");
    assertEquals(List.of(few), tasks("select * from a order by id"));
    assertEquals(
        List.of(few, few),
        tasks(
            "select /*+ broadcast(b) */ a.v, count(b.k) from a join b on a.k = b.k group by a.v"));
    // Nobody knows what is done with rows that the query returns as they are.
    assertEquals(List.of(WITH_NULLS), tasks("select * from a where v <> 'v1'"));
    // The setting of Spark for buckets of its own.
    set("spark.sql.sources.bucketing.autoBucketedScan.enabled", "false");
    assertEquals(List.of(WITH_NULLS), tasks("select v, bit_xor(id), min(k) from a group by v"));
  }

  @Test
  void rowsAreTheSame() {
    tables();
    check("select a.k, a.id, b.id from $a a join $b b on a.id = b.id", true, true);
    check("select a.v, sum(a.id + b.k) from $a a join $b b on a.id = b.k group by a.v", true, true);
    check(
        "select v, count(*), min(k), sum(id) from $a where k < 300 or k is null group by v",
        true,
        null);
    check(
        "select /*+ broadcast(b) */ a.v, count(b.k) from $a a left join $b b on a.k = b.k and b.id < 50 group by a.v",
        true,
        null);
    check(
        "select k, v from $a where k in (select k from $b where v = 'v3' and id < 60) order by id",
        true,
        true);
    check(
        "select v, sum(k) from (select * from $a union all select * from $b) group by v",
        true,
        null);
  }

  /** A sorted table without buckets whose largest file has the largest keys. */
  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#trueOrFalse")
  void anOrderIsKeptWhereItIsUsed(boolean adaptive) {
    adaptive(adaptive);
    set("spark.sql.files.minPartitionNum", "1");
    for (int f = 1; f <= 3; f++) {
      spark
          .range(f * 10_000L, f * 10_000L + f * 500L, 1, 1)
          .selectExpr("id k", "id % 7 v")
          .write()
          .format("placed")
          .mode("append")
          .option("placement.reorder", "sort(k)")
          .save(path("s"));
    }
    view("placed.`" + path("s") + "`", "s");
    copy("placed.`" + path("s") + "`", "s");
    assertTrue(isOrdered("select k from s sort by k"));
    assertFalse(isOrdered("select v, bit_xor(k) from s group by v"));
    assertFalse(isOrdered("select v, k from s order by v, k"));
    assertTrue(isOrdered("select v, first(k) from (select * from s sort by k) group by v"));
    assertTrue(isOrdered("select v, count(k) from s where rand(1) < 0.5 group by v"));
    assertTrue(isOrdered("select w, count(k) from (select k, rand(1) w from s) group by w"));
    // The tasks of a round robin decide what a sample of its rows is.
    assertTrue(isOrdered("select /*+ repartition(8) */ k, v from s"));
    assertFalse(isOrdered("select /*+ repartition(8, v) */ k, v from s"));
    Dataset<Row>[] parts =
        sql("select k from s").repartition(8).randomSplit(new double[] {8, 2}, 1);
    parts[0].cache();
    try {
      long rows = parts[0].count() + parts[1].count();
      assertEquals(3000, rows);
      assertEquals(3000, parts[0].union(parts[1]).distinct().count());
    } finally {
      parts[0].unpersist();
    }
    // Spark has left out the sort, and what follows depends on it.
    Dataset<Row> sorted = sql("select k from s").sortWithinPartitions("k");
    Dataset<Long> descents =
        sorted
            .as(Encoders.LONG())
            .mapPartitions(
                (MapPartitionsFunction<Long, Long>) UnusedArrangementTest::descents,
                Encoders.LONG());
    assertEquals(0, descents.agg(functions.sum("value")).collectAsList().get(0).getLong(0));
  }

  private static Iterator<Long> descents(Iterator<Long> keys) {
    long last = Long.MIN_VALUE;
    long found = 0;
    while (keys.hasNext()) {
      long k = keys.next();
      found += k < last ? 1 : 0;
      last = k;
    }
    return List.of(found).iterator();
  }

  /** Whether the scan of a query that was run returns rows in an order, as far as Spark knows. */
  private static boolean isOrdered(String query) {
    Dataset<Row> rows = sql(query);
    SparkPlan plan = rows.queryExecution().executedPlan();
    rows.queryExecution().toRdd().count();
    return PlanMetrics.scans(plan).get(0).ordering().exists(o -> !o.isEmpty());
  }

  /** The broadcast that prunes the scan is that of the join, also if its rows were moved before. */
  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#trueOrFalse")
  void broadcastsAreReused(boolean adaptive) {
    tables();
    set("spark.sql.adaptive.enabled", String.valueOf(adaptive));
    String groups = "(select id k, max(v) v from %s where v = 'v3' group by id)";
    for (String side : List.of("%s", groups)) {
      String query =
          "select /*+ broadcast(b) */ a.v, bit_xor(a.id), count(b.k) from %s a join "
              + side
              + " b on a.k = b.k where b.v = 'v3' group by a.v";
      Dataset<Row> found = sql(String.format(Locale.ROOT, query, "a", "b"));
      assertEquals(rows(sql(String.format(Locale.ROOT, query, "a_copy", "b_copy"))), rows(found));
      String plan = plan(found);
      assertTrue(plan.contains("dynamicpruning"), plan);
      assertTrue(plan.contains("ReusedExchange"), plan);
    }
  }

  /** Others read the rows of a cached query with the partitions that its plan has reported. */
  @Test
  void aCachedQueryKeepsItsBuckets() {
    tables();
    if (!since("4.0")) {
      // Spark 3.5 takes cached rows for divided as it asks scans to be, and joins wrong ones.
      set(BUCKETING + "pushPartValues.enabled", "false");
    }
    spark.catalog().cacheTable("a");
    String join = "select b.k, a.id, b.v from a_copy a join %s b on a.id = b.id";
    sql("cache table joined as " + String.format(Locale.ROOT, join, "b"));
    sql("create or replace temp view joined_copy as " + String.format(Locale.ROOT, join, "b_copy"));
    try {
      check("select a.k, a.id, b.v from $a a join $b b on a.k = b.k", null, null);
      check("select v, bit_xor(id) from $a group by v", true, null);
      assertEquals(
          rows(sql("select k, v, count(*) from joined_copy group by k, v")),
          rows(sql("select k, v, count(*) from joined group by k, v")));
      // The scan of b below the exchange of the cached plan has its buckets.
      SparkPlan plan = sql("select * from joined").queryExecution().executedPlan();
      List<Integer> tasks = new ArrayList<>();
      collectCached(plan, tasks);
      assertTrue(tasks.contains(WITH_NULLS), tasks + " tasks");
    } finally {
      sql("uncache table joined");
      spark.catalog().uncacheTable("a");
    }
  }

  /** The numbers of tasks of the scans in plans whose rows are cached. */
  private static void collectCached(SparkPlan plan, List<Integer> out) {
    if (plan instanceof InMemoryTableScanExec cached) {
      PlanMetrics.scans(cached.relation().cachedPlan())
          .forEach(s -> out.add(s.inputRDD().getNumPartitions()));
    }
    ScalaCollections.list(plan.children()).forEach(c -> collectCached(c, out));
  }
}
