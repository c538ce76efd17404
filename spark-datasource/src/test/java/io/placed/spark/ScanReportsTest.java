package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reports of scans to Spark, and runtime filters. */
class ScanReportsTest extends SparkTestCase {
  @AfterEach
  void reset() {
    for (String setting :
        new String[] {
          "spark.sql.autoBroadcastJoinThreshold",
          "spark.sql.cbo.enabled",
          "spark.sql.adaptive.enabled",
          "spark.sql.sources.v2.bucketing.enabled",
          "spark.sql.sources.v2.bucketing.pushPartValues.enabled"
        }) {
      spark.conf().unset(setting);
    }
    spark.conf().set("spark.placed.runtimeFilter.minBytes", "0");
  }

  private static String plan(Dataset<Row> data) {
    return data.queryExecution().executedPlan().toString();
  }

  private void write(String name, String select, String... partition) {
    sql(select).write().format("placed").partitionBy(partition).save(path(name));
    read(path(name)).createOrReplaceTempView(name);
  }

  /**
   * Keys of the other side of a join filter stored values of a column that is not a partition
   * column.
   */
  @Test
  void joinsTellWhichKeysAreWanted() {
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    sql("select id, id % 1000 k, cast(id % 1000 as string) s from range(50000)")
        .write()
        .format("placed")
        .option("placement.row-group", "5000 rows")
        .option("placement.reorder", "sort(k)")
        .save(path("facts"));
    read(path("facts")).createOrReplaceTempView("facts");
    write("keys", "select id k, id % 7 part from range(1000)");
    Dataset<Row> found =
        sql(
            "select /*+ broadcast(keys) */ sum(id), count(s) from facts join keys using (k)"
                + " where keys.part = 3 and keys.k < 40");
    String plan = plan(found);
    assertTrue(plan.contains("dynamicpruning"), plan);
    Row row = found.collectAsList().get(0);
    long expected = 0;
    for (long id = 0; id < 50000; id++) {
      expected += id % 1000 < 40 && id % 1000 % 7 == 3 ? id : 0;
    }
    assertEquals(expected, row.getLong(0));
    assertEquals(6 * 50, row.getLong(1));
    var metrics = PlanMetrics.run(found);
    assertTrue(metrics.get("numOutputRows") < 1000, metrics.toString());
    assertTrue(metrics.get("rowsDecoded") <= 5000, metrics.toString());
  }

  /**
   * Plans of long chains of joins would double with each small table that accepts runtime filters.
   */
  @Test
  void smallScansAreToldOnlyWhichPartitionsAreWanted() {
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    spark.conf().unset("spark.placed.runtimeFilter.minBytes");
    write("sales", "select id, id % 100 k, cast(id % 5 as int) p from range(3000)", "p");
    write("days", "select id k, cast(id % 5 as int) p, id % 7 day from range(100)");
    String join = "select /*+ broadcast(days) */ sum(id) from sales join days using (%s)";
    assertFalse(plan(sql(join.formatted("k") + " where day = 3")).contains("dynamicpruning"));
    assertTrue(plan(sql(join.formatted("p") + " where day = 3")).contains("dynamicpruning"));

    spark.conf().set("spark.placed.runtimeFilter.minBytes", "1k");
    assertTrue(plan(sql(join.formatted("k") + " where day = 3")).contains("dynamicpruning"));
    spark.conf().set("spark.placed.runtimeFilter.minBytes", "1g");
    assertFalse(plan(sql(join.formatted("k") + " where day = 3")).contains("dynamicpruning"));
  }

  /** Of many tables that would take keys of joins the largest ones do. */
  @Test
  void plansOfLongChainsOfJoinsStaySmall() {
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    write("small", "select id k, id n from range(1000)");
    write("large", "select id k, id n, uuid() u from range(20000)");
    StringBuilder query = new StringBuilder("select count(large.u), sum(t14.n) from small t0");
    for (int i = 1; i < 15; i++) {
      query.append(" join small t" + i + " on t" + (i - 1) + ".n = t" + i + ".k");
    }
    query.append(" join large on t14.n = large.k where t0.k < 50");
    Dataset<Row> found = sql(query.toString());
    String plan = found.queryExecution().optimizedPlan().toString();
    assertTrue(plan.length() < 500_000, "" + plan.length());
    assertTrue(plan.contains("dynamicpruning"), plan);
    Row row = found.collectAsList().get(0);
    assertEquals(50, row.getLong(0));
    assertEquals(49 * 50 / 2, row.getLong(1));
    // A key is passed to each branch of a UNION.
    String union =
        "(select * from small union all select * from small union all select * from small)";
    query = new StringBuilder("select t8.n from (select * from " + union + " where k = 5) t0");
    for (int i = 1; i < 9; i++) {
      query.append(" left join " + union + " t" + i + " on t" + (i - 1) + ".n = t" + i + ".k");
    }
    plan = sql(query.toString()).queryExecution().optimizedPlan().toString();
    assertTrue(plan.length() < 500_000, "" + plan.length());
    // A table that is joined with itself takes some.
    query = new StringBuilder("select count(*) from small t0");
    for (int i = 1; i < 11; i++) {
      query.append(" join small t" + i + " on t" + (i - 1) + ".n = t" + i + ".k");
    }
    assertTrue(plan(sql(query + " where t0.k < 50")).contains("dynamicpruning"));
  }

  /** Small tables take keys of partition columns, and of many the largest ones do. */
  @Test
  void plansOfLongChainsOfJoinsOnPartitionColumnsStaySmall() {
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    write("narrow", "select id k, id n, cast(id % 3 as int) p from range(90)", "p");
    write("wide", "select id k, uuid() u, cast(id % 3 as int) p from range(900)", "p");
    StringBuilder query = new StringBuilder("select count(wide.u), sum(t14.n) from narrow t0");
    for (int i = 1; i < 15; i++) {
      // The column comes through a projection that renames it.
      String renamed = " join (select k, n, p + 0 q, p from narrow) t";
      String last = "t" + (i - 1);
      query.append(renamed + i + " on " + last + ".n = t" + i + ".k and ");
      query.append(last + ".p = t" + i + (i % 2 == 0 ? ".p" : ".q"));
    }
    query.append(" join wide on t14.n = wide.k and t14.p = wide.p where t0.k < 50");
    Dataset<Row> found = sql(query.toString());
    String plan = found.queryExecution().optimizedPlan().toString();
    assertTrue(plan.length() < 500_000, "" + plan.length());
    assertTrue(plan.contains("dynamicpruning"), plan);
    assertEquals(RowFactory.create(50L, 49L * 50 / 2), found.collectAsList().get(0));
    // Joins on other columns of partitioned tables do not count.
    query = new StringBuilder("select count(*) from narrow t0");
    for (int i = 1; i < 15; i++) {
      query.append(" join narrow t" + i + " on t" + (i - 1) + ".n = t" + i + ".k");
    }
    query.append(" join narrow u on t14.p = u.p where t0.k < 50");
    plan = plan(sql(query.toString()));
    assertTrue(plan.contains("dynamicpruning"), plan);
  }

  @Test
  void plansOfManySubqueriesInConditionsStaySmall() {
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    write("narrow", "select id k, id n, cast(id % 3 as int) p from range(90)", "p");
    StringBuilder query = new StringBuilder("select count(*), sum(t0.k) from narrow t0");
    for (int i = 1; i < 6; i++) {
      query.append(" join narrow t" + i + " on t" + (i - 1) + ".p = t" + i + ".p");
      query.append(" and t" + (i - 1) + ".k = t" + i + ".k");
    }
    query.append(" where t0.k < 50");
    for (int i = 0; i < 12; i++) {
      query.append(" and t" + i % 6 + ".p in (select p from narrow where k < " + (90 - i) + ")");
      String same = "s.p = t" + i % 6 + ".p";
      query.append(" and exists (select 1 from narrow s where " + same + " and s.k > " + i + ")");
    }
    Dataset<Row> found = sql(query.toString());
    String plan = found.queryExecution().optimizedPlan().toString();
    assertTrue(plan.length() < 500_000, "" + plan.length());
    assertEquals(RowFactory.create(50L, 49L * 50 / 2), found.collectAsList().get(0));
  }

  /** A scalar subquery is copied with the join that has it in a condition, and with its keys. */
  @Test
  void plansOfJoinsInScalarSubqueriesStaySmall() {
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    write("narrow", "select id k, id n from range(90)");
    StringBuilder chain = new StringBuilder(" from narrow t0");
    for (int i = 1; i < 9; i++) {
      chain.append(" join narrow t" + i + " on t" + (i - 1) + ".n = t" + i + ".k");
    }
    String most = "(select max(t0.k)" + chain + " where t0.k < 50)";
    for (String query :
        List.of(
            "select count(*), sum(t0.k)" + chain + " where t0.k <= " + most,
            "select count(*), sum(t0.k)"
                + chain
                    .toString()
                    .replace(
                        "from narrow t0", "from (select *, " + most + " m" + " from narrow) t0")
                + " where t0.k <= t0.m and t0.n < 50")) {
      Dataset<Row> found = sql(query);
      String plan = found.queryExecution().optimizedPlan().toString();
      int keys = plan.split("dynamicpruning", -1).length - 1;
      assertTrue(keys > 0 && keys < 3000, keys + " keys");
      assertEquals(RowFactory.create(50L, 49L * 50 / 2), found.collectAsList().get(0));
    }
  }

  /** By the default of the session, or on request where partitions are reported only so. */
  private static void useBuckets() {
    String setting = "spark.sql.sources.v2.bucketing.enabled";
    if (since("4.2")) {
      spark.conf().unset(setting);
    } else {
      spark.conf().set(setting, "true");
    }
    if (!since("4.0")) {
      // By default Spark 3.5 takes tables for partitioned alike only if all partitions are the
      // same.
      spark.conf().set("spark.sql.sources.v2.bucketing.pushPartValues.enabled", "true");
    }
  }

  @Test
  void tablesPartitionedAlikeAreJoinedWithoutShuffle() {
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    useBuckets();
    write("a", "select id, cast(id % 5 as int) p, 'r' || id % 3 r from range(3000)", "p", "r");
    write(
        "b",
        "select id * 2 other, cast(id % 6 as int) p, 'r' || id % 3 r from range(500)",
        "p",
        "r");
    String join =
        "select a.p, a.r, count(*), sum(id + other) from a join b on a.p = b.p and a.r = b.r group"
            + " by a.p, a.r";
    Dataset<Row> together = sql(join);
    String plan = plan(together);
    assertFalse(plan.contains("Exchange hashpartitioning"), plan);
    spark.conf().set("spark.sql.sources.v2.bucketing.enabled", "false");
    Dataset<Row> shuffled = sql(join);
    assertTrue(plan(shuffled).contains("Exchange hashpartitioning"), plan(shuffled));
    assertEquals(rows(shuffled), rows(together));
    useBuckets();
    // A partition that only one side has, and one that a filter excludes.
    String outer =
        "select a.p, b.p, count(*) from a full join b on a.p = b.p and a.r = b.r where"
            + " coalesce(a.p, b.p) > 2 group by all";
    Dataset<Row> found = sql(outer);
    spark.conf().set("spark.sql.sources.v2.bucketing.enabled", "false");
    assertEquals(rows(sql(outer)), rows(found));
  }

  @Test
  void sortedFilesNeedNoSort() {
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int factor = 1 + 2 * random.nextInt(1000);
    sql("select id * " + factor + " % 4096 k, id from range(4096)")
        .coalesce(1)
        .write()
        .format("placed")
        .option("placement.reorder", "sort(k, id desc; per-task)")
        .save(path("left"));
    Dataset<Row> sorted = read(path("left")).sortWithinPartitions("k");
    assertFalse(plan(sorted).contains("Sort ["), plan(sorted));
    long last = -1;
    for (Row row : sorted.collectAsList()) {
      assertTrue(row.getLong(0) > last, "seed " + seed);
      last = row.getLong(0);
    }
    Dataset<Row> other = read(path("left")).sortWithinPartitions("id");
    assertTrue(plan(other).contains("Sort ["), plan(other));
    // Files that were written before the table was sorted record that.
    spark
        .range(10)
        .selectExpr("10 - id k", "id")
        .coalesce(1)
        .write()
        .format("placed")
        .mode("append")
        .option("placement", "default")
        .save(path("left"));
    Dataset<Row> mixed = read(path("left")).sortWithinPartitions("k");
    assertTrue(plan(mixed).contains("Sort ["), plan(mixed));
  }

  @Test
  void limitsAndOffsetsReadNoMoreThanTheyNeed() {
    sql("select id from range(100000)")
        .coalesce(1)
        .write()
        .format("placed")
        .option("placement.row-group", "8192 rows")
        .save(path("t"));
    read(path("t")).createOrReplaceTempView("numbers");
    for (int[] r :
        new int[][] {
          {10, 0}, {10, 5000}, {9000, 8190}, {1, 99999}, {50, 99990}, {7, 100000}, {0, 3}
        }) {
      Dataset<Row> found = sql("select * from numbers limit " + r[0] + " offset " + r[1]);
      int end = Math.min(100000, r[0] + r[1]);
      assertEquals(Math.max(0, end - r[1]), found.count(), r[0] + " " + r[1]);
      long k = r[1];
      for (Row row : found.collectAsList()) {
        assertEquals(k++, row.getLong(0));
      }
    }
    Dataset<Row> few = sql("select id from numbers limit 10 offset 20000");
    assertFalse(plan(few).contains("GlobalLimit"), plan(few));
    assertFalse(plan(few).contains("CollectLimit"), plan(few));
    assertTrue(PlanMetrics.run(few).get("rowGroups") <= 1);
    assertEquals(5, sql("select id from numbers where id % 7 = 3 limit 5").count());
    assertEquals(5, sql("select id from numbers where id % 7 = 3 limit 5 offset 3").count());
    assertEquals(
        "(4)", rows(sql("select count(*) from (select id from numbers limit 4 offset 99)")).get(0));
  }

  @Test
  void theFirstRowsOfAnOrder() {
    sql("select id, cast(id * 7919 % 100003 as int) v, if(id % 11 = 0, null, id % 50) n from"
            + " range(100000)")
        .write()
        .format("placed")
        .option("placement.reorder", "sort(v)")
        .save(path("t"));
    read(path("t")).createOrReplaceTempView("ordered");
    spark
        .createDataFrame(read(path("t")).collectAsList(), read(path("t")).schema())
        .createOrReplaceTempView("ordered_rows");
    for (String end :
        new String[] {
          "order by v limit 20",
          "order by v desc, id limit 1000",
          "where n = 7 order by v desc limit 5",
          "order by n desc nulls first, id limit 30",
          "order by n, v limit 9 offset 4"
        }) {
      Dataset<Row> found = sql("select id, v, n from ordered " + end);
      assertTrue(plan(found).contains("Choice: first"), plan(found));
      assertEquals(rows(sql("select id, v, n from ordered_rows " + end)), rows(found), end);
    }
    var metrics = PlanMetrics.run(sql("select id, v, n from ordered order by v desc limit 20"));
    assertTrue(metrics.get("numOutputRows") < 40_000, metrics.toString());
  }

  @Test
  void samples() {
    spark.range(200000).write().format("placed").save(path("t"));
    read(path("t")).createOrReplaceTempView("sampled");
    String query = "select count(*), max(id) from sampled tablesample (10 percent) repeatable (5)";
    Dataset<Row> found = sql(query);
    assertTrue(plan(found).contains("Choice: sample"), plan(found));
    long count = found.collectAsList().get(0).getLong(0);
    assertEquals(20000, count, 1000);
    assertEquals(rows(found), rows(sql(query)));
    long filtered =
        sql("select id from sampled tablesample (10 percent) repeatable (5) where id % 2 = 0")
            .count();
    assertEquals(10000, filtered, 1000);
    assertEquals(
        count, sql("select * from sampled tablesample (10 percent) repeatable (5)").count());
    assertEquals(5, sql("select * from sampled tablesample (10 percent) limit 5").count());
  }

  @Test
  void theOptimiserKnowsColumns() {
    write(
        "known",
        "select id, if(id % 4 = 0, null, cast(id % 50 as int)) few, date'2020-01-01' d from"
            + " range(2000)");
    spark.conf().set("spark.sql.cbo.enabled", "true");
    var stats = sql("select * from known").queryExecution().optimizedPlan().stats();
    assertEquals(2000, stats.rowCount().get().toLong());
    String text = stats.attributeStats().toString();
    assertTrue(text.contains("Some(1999)"), text);
    assertTrue(text.contains("Some(500)"), text);
    var filtered =
        sql("select * from known where id < 1000").queryExecution().optimizedPlan().stats();
    assertTrue(filtered.sizeInBytes().$less$eq(stats.sizeInBytes()));
    // Aggregates below joins report a size, so that the small side is broadcast.
    Dataset<Row> join =
        sql(
            "select * from known join (select few, max(id) m from known where id > 5 group by few)"
                + " x using (few)");
    assertTrue(plan(join).contains("BroadcastHashJoin"), plan(join));
  }

  private static Statistics stats(Dataset<Row> data) {
    return data.queryExecution().optimizedPlan().stats();
  }

  private static String columns(Dataset<Row> data) {
    return stats(data).attributeStats().toString();
  }

  /** Spark's estimates fail with other types, and with bounds whose distance is not a number. */
  @Test
  void theOptimiserIsToldWhatItCanUse() {
    write(
        "odd",
        "select cast(id as int) id,"
            + " timestamp_ntz'2020-01-01 00:00:00' + make_dt_interval(int(id)) t,"
            + " timestamp'2020-01-01 00:00:00' + make_dt_interval(int(id)) z,"
            + " if(id = 4, double('infinity'), id) up,"
            + " if(id = 4, float('-infinity'), cast(id as float)) down,"
            + " if(id = 0, -1.7e308D, if(id = 1, 1.7e308D, id)) far,"
            + " if(id > 5, double('nan'), id) nan, cast(id as double) x,"
            + " cast(id as decimal(30, 2)) c, id % 2 = 0 b, cast(id as string) s,"
            + " cast(cast(id as string) as binary) y, date_add(date'2020-01-01', int(id)) d,"
            + " cast(null as string) nothing from range(100)");
    write("other", "select cast(id as int) id, cast(null as string) nothing from range(70)");
    spark.conf().set("spark.sql.cbo.enabled", "true");
    List<String> wrong = new ArrayList<>();
    String moment = "'2020-01-21 00:00:00'";
    for (String condition :
        new String[] {
          "t > timestamp_ntz" + moment,
          "t = timestamp_ntz" + moment,
          "t in (timestamp_ntz" + moment + ", timestamp_ntz'2020-01-30 00:00:00')",
          "z <= timestamp" + moment,
          "up > 7",
          "up = double('infinity')",
          "down < 7",
          "down >= float('-infinity')",
          "far > 7 and far < 70",
          "nan > 7",
          "nan = double('nan')",
          "x > 7",
          "c >= 7.5 and c <> 9",
          "c in (8, 10)",
          "b = true",
          "b <> true",
          "s > '7'",
          "s in ('8', '10')",
          "y > binary('7')",
          "d between date'2020-01-05' and date'2020-02-05'",
          "t < z or up < x or far < x or nan < x or down < x or x < c"
        }) {
      for (String query :
          new String[] {
            "select * from odd where %s",
            "select * from odd join other using (id) where %s",
            "select * from (select odd.*, other.id o from odd left join other using (id)) where %s",
            "select * from (select * from odd union all select * from odd) where %s or id < 3"
          }) {
        String text = query.formatted(condition);
        try {
          Dataset<Row> rows = sql(text);
          plan(rows);
          if (stats(rows).rowCount().get().toLong() == 0) {
            wrong.add(text + ": no rows");
          }
        } catch (RuntimeException | AssertionError e) {
          wrong.add(text + ": " + e);
        }
      }
    }
    assertEquals(List.of(), wrong);
    for (String column : read(path("odd")).columns()) {
      boolean told = !List.of("t", "up", "down", "far", "nan").contains(column);
      Dataset<Row> only = sql("select " + column + " from odd");
      assertEquals(told, !stats(only).attributeStats().isEmpty(), column);
    }
    Dataset<Row> nothing = sql("select * from odd full join other using (nothing)");
    assertEquals(7000, stats(nothing).rowCount().get().toLong());
    assertEquals(170, nothing.count());
  }

  @Test
  void theOptimiserKnowsHowManyNullsAreLeft() {
    String to = path("nulls");
    sql("select id, if(id % 10 = 0, id, null) few from range(1000)")
        .coalesce(1)
        .write()
        .format("placed")
        .save(to);
    sql("alter table placed.`" + to + "` set tblproperties ('placed.deletes.max-share' = '1')");
    sql("delete from placed.`" + to + "` where id % 10 > 1");
    spark.conf().set("spark.sql.cbo.enabled", "true");
    Dataset<Row> left = read(to).select("few");
    assertEquals(200, stats(left).rowCount().get().toLong());
    assertTrue(columns(left).contains("Some(180)"), columns(left));
    Dataset<Row> gone =
        spark
            .read()
            .format("placed")
            .option("readChanges", "true")
            .option("startingSnapshot", "2")
            .load(to)
            .select("few");
    assertEquals(800, stats(gone).rowCount().get().toLong());
    assertTrue(columns(gone).contains("Some(720)"), columns(gone));
    read(to).createOrReplaceTempView("nulls");
    Statistics some = stats(sql("select * from nulls join nulls x using (few)"));
    assertTrue(some.sizeInBytes().toLong() > 100, some.toString());
  }
}
