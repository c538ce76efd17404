package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scans of tables in buckets: a task for each bucket where an operator needs it, and tasks of equal
 * size where rows are shuffled nevertheless. Both return the same rows.
 */
class UnusedArrangementTest extends TransformTestCase {
  private static final int BUCKETS = 16;

  /** Rows without a key are in a bucket of their own. */
  private static final int WITH_NULLS = BUCKETS + 1;

  private void tables() {
    for (String name : List.of("a", "b")) {
      create("path", name, keyed(0, 2000), "bucket(" + BUCKETS + ", k)", "k");
    }
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

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void onlyUsedBucketsAreTasks(boolean adaptive) {
    tables();
    set("spark.sql.adaptive.enabled", String.valueOf(adaptive));
    // By the buckets: joins, groups, windows, and what is above a join by them.
    String join = "select a.id, b.v from a join b on a.k = b.k";
    assertEquals(List.of(BUCKETS, BUCKETS), tasks(join));
    assertEquals(List.of(WITH_NULLS), tasks("select k, collect_list(id) from a group by k"));
    assertEquals(
        List.of(WITH_NULLS), tasks("select k, sum(id) over (partition by k order by id) from a"));
    assertEquals(
        List.of(BUCKETS, BUCKETS), tasks("select v, max(id) from (" + join + ") group by v"));
    // By something else: each scan for itself.
    int few = tasks("select v, collect_list(id), min(k) from a group by v").get(0);
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
    assertEquals(
        List.of(WITH_NULLS), tasks("select v, collect_list(id), min(k) from a group by v"));
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

  /** Of a sorted table without buckets, too, the order is only kept where it is used. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void unusedOrder(boolean adaptive) {
    create("path", "a", keyed(0, 2000), "v", "k");
    set("spark.sql.adaptive.enabled", String.valueOf(adaptive));
    Dataset<Row> used =
        sql(
            "select * from (select k, id, row_number() over (partition by v, k order by id) n from a) where n = 1");
    assertEquals(
        rows(
            sql(
                "select * from (select k, id, row_number() over (partition by v, k order by id) n from a_copy) where n = 1")),
        rows(used));
    check("select k, count(*), sum(id) from $a group by k", true, null);
    check("select id, max(k) from $a group by id", true, null);
  }
}
