package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Groups of tables that are partitioned by transforms: each is returned once where the rows of a
 * task are sorted by its columns; otherwise Spark combines what several tasks return.
 */
class TransformGroupTest extends TransformTestCase {
  /** Without it, Spark 3.5 computes what may fail itself. */
  @BeforeAll
  static void failures() {
    inAnsiMode();
  }

  private static Dataset<Row> grouped(int rows) {
    return spark
        .range(0, rows, 1, 1)
        .selectExpr(
            "if(id % 1000 = 7, null, cast((id * 7919 % " + rows + ") div 2 as int)) as k",
            "id",
            "'v' || id % 5 as v");
  }

  /**
   * A scan returns each group once if its rows are together; otherwise Spark combines groups that
   * several tasks return.
   */
  @Test
  void wholeGroups() {
    set("spark.sql.shuffle.partitions", "1");
    String groups = "select k, count(*), sum(id), min(id), max(v), avg(id) from $a group by k";
    String a = create("catalog", "a", grouped(6000), "bucket(2, k)", "k desc, v");
    checkGroups(groups, false);
    checkGroups("select v, k, sum(id) from $a where id % 3 <> 1 group by v, k", false);
    checkGroups("select k, v, sum(id + k) from $a where k % 50 < 9 group by k, v", false);
    checkGroups("select distinct k from $a", false);
    checkGroups("select v, sum(id) from $a group by v", true);
    checkGroups("select k, id, sum(id) from $a group by k, id", true);
    checkGroups("select k + 1, sum(id) from $a group by k + 1", true);
    // The buckets of the second file overlap those of the first.
    insert(a, "a", keyed(0, 900));
    checkGroups(groups, true);
  }

  /** A partition has one value of a partition column, which rows need not be sorted by. */
  @Test
  void wholeGroupsOfPartitionColumns() {
    set("spark.sql.shuffle.partitions", "1");
    create("path", "a", grouped(3000), "v, bucket(2, k)", "k");
    checkGroups("select k, count(*), sum(id) from $a group by k", true);
    checkGroups("select v, k, count(*), sum(id) from $a group by v, k", false);
    checkGroups("select v, count(*), sum(id) from $a group by v", false);
    checkGroups("select v, k, id, count(*) from $a group by v, k, id", true);
    set("spark.sql.files.openCostInBytes", "0");
    set("spark.sql.files.maxPartitionBytes", "1k");
    checkGroups("select v, count(*), sum(id) from $a group by v", true);
  }

  /** Two directories of a partition column have the same value. */
  @Test
  void equalValuesOfDirectories() {
    for (String value : List.of("1", "01", "2")) {
      keyed(0, 100).write().format("placed").save(path("a/p=" + value));
    }
    spark.read().format("placed").load(path("a")).createOrReplaceTempView("a");
    keyed(0, 100).selectExpr("*", "explode(array(1, 1, 2)) as p").createOrReplaceTempView("a_copy");
    check("select p, count(*), sum(id) from $a group by p", null, null);
    check("select p, k, count(*), sum(id) from $a group by p, k", null, null);
  }

  /** Groups and windows of groups by some of the columns that a table is partitioned by. */
  @Test
  void groupsOfGroups() {
    Dataset<Row> rows =
        spark.range(0, 500).selectExpr("id % 7 as k", "id % 5 as k2", "id", "'v' || id % 3 as v");
    create("path", "a", rows, "bucket(4, k), bucket(4, k2)", null);
    for (String way : List.of("enabled", "allowJoinKeysSubsetOfPartitionKeys.enabled")) {
      set(BUCKETING + way, "true");
      for (String inner : List.of("count(*)", "bit_xor(id)")) {
        check(
            "select k2, max(k), sum(c) from (select k, k2, "
                + inner
                + " c from $a group by k, k2) group by k2",
            null,
            null);
        check(
            "select *, row_number() over (partition by k order by k2) n from (select k, k2, "
                + inner
                + " c from $a group by k, k2)",
            null,
            null);
      }
      check("select *, count(*) over (partition by k2 order by id) n from $a", null, null);
    }
  }

  /** Adaptive execution replaces the join above a scan that aggregates, and comes to an end. */
  @Test
  void adaptiveJoinsOfGroups() {
    create("path", "a", keyed(0, 3000), "bucket(4, k)", "k");
    create("path", "b", keyed(100, 400), "bucket(4, k)", "k");
    set("spark.sql.adaptive.enabled", "true");
    set("spark.sql.adaptive.autoBroadcastJoinThreshold", "10m");
    String groups = "(select v, sum(c) c from (select v, k, count(*) c from $%s group by v, k)";
    String query =
        String.format(
            Locale.ROOT,
            "select * from "
                + groups
                + " group by v) l join "
                + groups
                + " group by v) r on l.v = r.v",
            "a",
            "b");
    for (String reuse : List.of("true", "false")) {
      set("spark.sql.exchange.reuse", reuse);
      for (String hint : List.of("", "/*+ broadcast(r) */ ")) {
        String own = query.replace("select * from", "select " + hint + "* from");
        Dataset<Row> found = sql(own.replace("$a", "a").replace("$b", "b"));
        assertEquals(rows(sql(own.replace("$a", "a_copy").replace("$b", "b_copy"))), rows(found));
        assertTrue(found.queryExecution().executedPlan().toString().contains("BroadcastHashJoin"));
      }
    }
  }

  /** Files that follow each other have groups in common, which one task or several find. */
  @Test
  void groupsOfSeveralFiles() {
    set("spark.sql.shuffle.partitions", "5");
    create("path", "a", grouped(6000).repartition(3), "bucket(2, k)", "k, v");
    checkGroups("select k, count(*), sum(id) from $a group by k", false);
    // The second key does not hold if files touch, which Spark's samples decide.
    check("select k, v, count(*), sum(id) from $a group by k, v", movesRenamed(), null);
    set("spark.sql.files.openCostInBytes", "0");
    set("spark.sql.files.maxPartitionBytes", "1k");
    checkGroups("select k, count(*), sum(id) from $a group by k", true);
  }

  /** More groups than a task keeps in memory. */
  @Test
  void manyWholeGroups() {
    set("spark.sql.codegen.factoryMode", "FALLBACK");
    set("spark.sql.codegen.wholeStage", "true");
    String groups =
        "select count(*), count(distinct k), sum(c), sum(hash(k, c, s, l, g)) from (select k,"
            + " count(*) c, sum(id) s, min(id) l, max(id) g from $a group by k)";
    sql(
        "create table placed.`"
            + path("a")
            + "` (k int, id long) using placed partitioned by (bucket(1, k)) tblproperties"
            + " ('placement.reorder' = 'sort(k)')");
    grouped(450_000).selectExpr("k", "id").createOrReplaceTempView("new_rows");
    sql("insert into placed.`" + path("a") + "` select * from new_rows");
    view("placed.`" + path("a") + "`", "a");
    Dataset<Row> found = sql(groups.replace("$a", "a"));
    assertTrue(plan(found).contains("Groups: complete"), plan(found));
    assertEquals(rows(sql(groups.replace("$a", "new_rows"))), rows(found));
  }

  /**
   * @param combined whether Spark combines groups
   */
  private void checkGroups(String query, boolean combined) {
    check(query, null, null);
    String plan = plan(sql(query.replace("$a", "a")));
    assertEquals(combined, plan.contains("Aggregate("), plan);
    assertEquals(!combined, plan.contains("Groups: complete"), plan);
  }
}
