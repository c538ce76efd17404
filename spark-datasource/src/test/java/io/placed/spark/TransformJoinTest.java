package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Joins of tables that are partitioned by transforms: without shuffle where the files of all tasks
 * allow it, with a shuffle where not, and with the rows that Spark finds in memory in each case.
 */
@OneIn(2)
class TransformJoinTest extends TransformTestCase {
  private static final String JOIN = "select a.k, a.id, b.id, b.v from $a a join $b b on a.k = b.k";

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void sortedBucketsNeedNeitherShuffleNorSort(String kind) {
    for (String[] t :
        new String[][] {{"a", "lineitem", "l_orderkey"}, {"b", "orders", "o_orderkey"}}) {
      Dataset<Row> rows = TpcTables.tpch(spark, t[1], 0.002, 2);
      create(kind, t[0], rows, "bucket(8, " + t[2] + ")", t[2]);
    }
    check(
        "select l_orderkey, l_linenumber, l_quantity, o_totalprice, o_orderdate from $a join $b on"
            + " l_orderkey = o_orderkey",
        false,
        false);
    check(
        "select o_orderkey, count(*), sum(l_extendedprice), max(o_totalprice) from $b left join $a"
            + " on l_orderkey = o_orderkey group by o_orderkey",
        false,
        false);
    check(
        "select o_orderkey, o_orderpriority from $b where o_orderdate < date'1994-01-01' and exists"
            + " (select 1 from $a where l_orderkey = o_orderkey and l_commitdate < l_receiptdate)",
        false,
        false);
    // Scans that aggregate are divided by the keys of their groups.
    check("select l_orderkey, sum(l_quantity) from $a group by l_orderkey", false, null);
    check(
        "select l_linenumber, l_orderkey, count(*), max(l_comment) from $a where l_tax > 0.02"
            + " group by l_linenumber, l_orderkey",
        movesRenamed(),
        null);
    check(
        "select o_orderkey, o_totalprice, l_linenumber from $b join $a on o_orderkey = l_orderkey"
            + " where o_orderkey in (select l_orderkey from $a group by l_orderkey"
            + " having sum(l_quantity) > 120)",
        false,
        null);
    check("select l_orderkey % 8, sum(l_quantity) from $a group by l_orderkey % 8", true, null);
    check("select l_linenumber, sum(l_quantity) from $a group by l_linenumber", true, null);
    set("spark.sql.sources.v2.bucketing.enabled", "false");
    String plan = plan(sql("select * from a join b on l_orderkey = o_orderkey"));
    assertTrue(plan.contains("Exchange hashpartitioning"), plan);
    assertFalse(plan.contains("TasksByPartition"), plan);
  }

  /** Every transform on every type that can have it, with nulls on both sides. */
  @Test
  void everyTransform() {
    String[][] cases = {
      {"cast(x as int)", "bucket(4, k)"},
      {"cast(x % 100 as smallint)", "bucket(4, k)"},
      {"x", "truncate(50, k)"},
      {"cast(x - 150 as int)", "truncate(64, k)"},
      {"cast(x / 7 as decimal(9, 2))", "bucket(5, k)"},
      {"cast(x / 7 - 9 as decimal(20, 4))", "truncate(100000, k)"},
      {"'köl' || x", "truncate(4, k)"},
      {"'n' || x", "bucket(3, k)"},
      {"date'1969-06-01' + cast(x as int)", "years(k)"},
      {"date'1969-06-01' + cast(x as int)", "months(k)"},
      {"date'1969-12-25' + cast(x % 20 as int)", "days(k)"},
      {"timestamp_seconds(x * 40000 - 4000000)", "months(k)"},
      {"timestamp_seconds(x * 3000 - 400000)", "days(k)"},
      {
        "timestamp_ntz'1969-12-31 20:00:00' + make_dt_interval(0, 0, cast(x * 5 as int))",
        "hours(k)"
      },
      {"timestamp_seconds(x)", "bucket(2, k)"},
    };
    // One in five by chance; with -Plong all.
    for (int c : some(IntStream.range(0, cases.length).boxed().toList(), 2)) {
      String kind = c % 2 == 0 ? "path" : "catalog";
      String rows =
          "select if(x % 11 = 0, null, %s) as k, x as id, 'v' || x %% 9 as v from"
              + " (select id as x from range(%d, %d))";
      for (String t : new String[] {"a", "b"}) {
        int from = t.equals("a") ? 0 : 80;
        Dataset<Row> some =
            sql(
                String.format(
                    Locale.ROOT, rows.replace("x % 11", "x %% 11"), cases[c][0], from, from + 220));
        create(kind, t + (kind.equals("path") ? c : ""), some, cases[c][1], null);
        if (kind.equals("path")) {
          sql("select * from " + t + c).createOrReplaceTempView(t);
          sql("select * from " + t + c + "_copy").createOrReplaceTempView(t + "_copy");
        }
      }
      check(JOIN, false, null);
      check("select k, bit_xor(id) from $a group by k", false, null);
      check("select k, count(id), max(v) from $a group by k", movesRenamed(), null);
      check("select a.id, b.id from $a a full join $b b on a.k <=> b.k", null, null);
      check(
          "select id, k from $a where k not in (select k from $b where k is not null)", null, null);
    }
  }

  @Test
  void otherNumbersOfBucketsAndWidthsAreNotTheSame() {
    create("path", "a", keyed(0, 300), "bucket(8, k)", "k");
    create("path", "b", keyed(100, 400), "bucket(4, k)", "k");
    check(JOIN, true, null);
  }

  @Test
  void widthsOfTruncationsAreNotTheSame() {
    create("path", "a", keyed(0, 300), "truncate(50, k)", "k");
    create("path", "b", keyed(100, 400), "truncate(100, k)", "k");
    check(JOIN, true, null);
  }

  /** Several files in a partition have no common order, also if each is sorted. */
  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void appends(String kind) {
    String a = create(kind, "a", keyed(0, 300), "bucket(4, k)", "k");
    create(kind, "b", keyed(100, 400), "bucket(4, k)", "k");
    check(JOIN, false, false);
    insert(a, "a", keyed(300, 700));
    check(JOIN, false, true);
    check("select k, id, lag(id) over (partition by k order by id) from $a", false, true);
    set("spark.sql.files.openCostInBytes", "0");
    set("spark.sql.files.minPartitionNum", "40");
    check(JOIN, false, true);
    // A file in another order, and one in none.
    sql("alter table " + a + " set tblproperties ('placement.reorder' = 'sort(id)')");
    insert(a, "a", keyed(700, 800));
    check(JOIN, false, true);
  }

  /** Tasks that write ranges of the key make several files of a partition, one after the other. */
  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void filesThatDoNotOverlap(String kind) throws Exception {
    set("spark.sql.shuffle.partitions", "5");
    for (String t : new String[] {"a", "b"}) {
      String table = create(kind, t, keyed(0, 0), "bucket(4, k)", "k, id");
      Dataset<Row> rows = keyed(t.equals("a") ? 0 : 700, t.equals("a") ? 2000 : 3000);
      rows.repartition(3).createOrReplaceTempView("new_rows");
      sql("insert into " + table + " select * from new_rows");
      copy(table, t);
    }
    check(JOIN, false, false);
    check("select k, id, row_number() over (partition by k order by id) from $a", false, null);
  }

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void filesOfFormerPartitioningsAreNotGrouped(String kind) {
    String a = create(kind, "a", keyed(0, 300), "bucket(4, k)", "k");
    create(kind, "b", keyed(100, 400), "bucket(8, k)", "k");
    partition(a, kind, "a", "bucket(8, k)");
    // All files are still in four buckets.
    view(a, "a");
    check(JOIN, true, null);
    check("select k, bit_xor(id) from $a group by k", false, null);
    insert(a, "a", keyed(300, 500));
    check(JOIN, true, null);
    check("select k, bit_xor(id) from $a group by k", true, null);
    // Files of both have one field in common.
    partition(a, kind, "a", "bucket(8, k), truncate(100, k)");
    insert(a, "a", keyed(500, 600));
    check(JOIN, true, null);
    sql("delete from " + a + " where id < 300");
    sql("call placed.system.optimize(table => '" + name(a, kind, "a") + "')");
    copy(a, "a");
    check(JOIN, false, null);
    partition(a, kind, "a", "v");
    insert(a, "a", keyed(600, 700));
    check(JOIN, true, null);
  }

  private String name(String table, String kind, String view) {
    return kind.equals("path") ? path(view) : table;
  }

  private void partition(String table, String kind, String view, String by) {
    sql(
        "call placed.system.set_partitioning(table => '"
            + name(table, kind, view)
            + "', partitioning => '"
            + by
            + "')");
    if (kind.equals("catalog")) {
      sql("refresh table " + table);
    }
  }

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void deletedAndChangedRows(String kind) {
    String a = create(kind, "a", keyed(0, 400), "bucket(4, k)", "k");
    create(kind, "b", keyed(100, 400), "bucket(4, k)", "k");
    sql("alter table " + a + " set tblproperties ('placed.deletes.max-share' = '1')");
    view(a, "a");
    sql("delete from " + a + " where id % 5 = 1");
    copy(a, "a");
    check(JOIN, false, false);
    sql("update " + a + " set k = k + 1 where id % 7 = 2");
    copy(a, "a");
    check(JOIN, false, true);
    sql(
        "merge into "
            + a
            + " t using b s on t.k = s.k and t.id = s.id when matched and s.id % 2 = 0"
            + " then update set v = 'merged' when not matched then insert *");
    copy(a, "a");
    check(JOIN, false, true);
  }

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void otherNames(String kind) {
    String a = create(kind, "a", keyed(0, 300), "bucket(4, k)", "k");
    create(kind, "b", keyed(100, 400), "bucket(4, k)", "k");
    sql("alter table " + a + " rename column id to number");
    if (kind.equals("path")) {
      sql("alter table " + a + " unset tblproperties ('placement.reorder')");
      sql("alter table " + a + " rename column k to TheKey");
      sql("alter table " + a + " set tblproperties ('placement.reorder' = 'sort(TheKey)')");
      copy(a, "a");
      check(
          "select x.key, x.id, b.id, b.v from (select `thekey` as key, number as id from $a) x"
              + " join $b b on x.key = b.K",
          movesRenamed(),
          movesRenamed());
      insert(a, "a", keyed(300, 500));
      check("select a.TheKEY, b.id from $a a join $b b on a.TheKEY = b.k", false, true);
      // A reader's schema, in other cases.
      Dataset<Row> read =
          spark.read().format("placed").schema("NUMBER bigint, THEKEY bigint").load(path("a"));
      read.createOrReplaceTempView("a");
      check("select a.TheKEY, a.number, b.id from $a a join $b b on a.TheKEY = b.k", false, true);
    } else {
      copy(a, "a");
      check(
          "select x.key, x.id, b.id, b.v from (select K as key, Number as id from $a) x join $b b"
              + " on x.key = b.K",
          movesRenamed(),
          movesRenamed());
    }
  }

  @Test
  void loadedPaths() {
    create("path", "a", keyed(0, 300), "bucket(4, k)", "k");
    create("path", "b", keyed(100, 400), "bucket(4, k)", "k");
    read(path("a")).createOrReplaceTempView("a");
    check(JOIN, false, false);
    read(path("b")).createOrReplaceTempView("b");
    check(JOIN, false, false);
    // Both tables together have files of two tables.
    spark.read().format("placed").load(path("a"), path("b")).createOrReplaceTempView("a");
    sql("select * from a_copy union all select * from b_copy").createOrReplaceTempView("a_copy");
    check(JOIN, null, true);
  }

  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void earlierSnapshots(String kind) throws Exception {
    String a = create(kind, "a", keyed(0, 300), "bucket(4, k)", "k");
    create(kind, "b", keyed(100, 400), "bucket(4, k)", "k");
    List<Row> history =
        sql("call placed.system.create_tag(table => '" + name(a, kind, "a") + "', tag => 'one')")
            .collectAsList();
    assertEquals(1, history.size());
    sql("select * from a_copy").createOrReplaceTempView("first_rows");
    partition(a, kind, "a", "bucket(3, id)");
    insert(a, "a", keyed(300, 500));
    check(JOIN, true, null);
    sql("select * from first_rows").createOrReplaceTempView("a_copy");
    sql("select * from " + a + " version as of 'one'").createOrReplaceTempView("a");
    check(JOIN, false, false);
    check("select a.k, b.id from $a a join $b b on a.k = b.k and a.v = b.v", false, null);
  }

  /** Keys of the other side remove files, tasks and whole partitions at run time. */
  @ParameterizedTest
  @MethodSource("io.placed.spark.SparkTestCase#pathOrCatalog")
  void runtimeFilters(String kind) {
    String a = create(kind, "a", keyed(0, 600), "bucket(4, k), v", "k");
    create(kind, "b", keyed(100, 700), "bucket(4, k), v", "k");
    set("spark.sql.optimizer.dynamicPartitionPruning.reuseBroadcastOnly", "false");
    set("spark.sql.optimizer.dynamicPartitionPruning.fallbackFilterRatio", "10");
    // Spark 4.1 moves the rows of a join if a table of another source was joined with one side.
    String format = since("4.1") && !since("4.2") ? "placed" : "parquet";
    for (String few : new String[] {"v = 'v3'", "v in ('v0', 'v4')", "v > 'w'"}) {
      sql("select distinct v, 1 one from values ('v0'), ('v3'), ('v4'), ('v7') as t(v) where "
              + few)
          .write()
          .format(format)
          .mode("overwrite")
          .save(path("few"));
      spark.read().format(format).load(path("few")).createOrReplaceTempView("few");
      String query =
          "select /*+ broadcast(few) */ a.k, a.id, b.id from $a a join few on a.v = few.v and"
              + " few.one = 1 join $b b on a.k = b.k and a.v = b.v";
      String plan = plan(sql(query.replace("$a", "a").replace("$b", "b")));
      assertTrue(plan.contains("dynamicpruning"), plan);
      // Keys of the filters are shuffled, rows of the join are not.
      assertFalse(plan.matches("(?s).*hashpartitioning\\([kv]#\\w+, [kv]#.*"), plan);
      check(query, null, null);
    }
    String ids =
        "select a.k, a.id, b.id from $a a join (select k, id from $b where id = 150) b on a.k = b.k";
    check(ids, null, null);
    insert(a, "a", keyed(600, 900));
    check(ids, null, null);
  }

  @Test
  void subsetsOfTheColumnsAreEnough() {
    create("path", "a", keyed(0, 300), "v, bucket(4, k)", "k");
    create("path", "b", keyed(100, 400), "bucket(4, k)", "k");
    check("select a.k, a.id, b.id from $a a join $b b on a.k = b.k", false, null);
    String plan = plan(sql("select k, id from a"));
    assertTrue(plan.contains("TasksByPartition: [bucket(4, k)]"), plan);
    plan = plan(sql("select * from a"));
    assertTrue(plan.contains("TasksByPartition: [v, bucket(4, k)]"), plan);
    plan = plan(sql("select id from a"));
    assertFalse(plan.contains("TasksByPartition"), plan);
  }

  /** A type that gives other results for the same values. */
  @Test
  void columnsOfOtherTypes() {
    Dataset<Row> ints = keyed(0, 300).selectExpr("cast(k as int) k", "id", "v");
    String a = create("path", "a", ints, "bucket(4, k)", "k");
    create("path", "b", keyed(100, 400), "bucket(4, k)", "k");
    check(JOIN, null, null);
    sql("alter table " + a + " alter column k type bigint");
    copy(a, "a");
    check(JOIN, false, false);
    spark
        .read()
        .format("placed")
        .schema("k double, id bigint")
        .load(path("a"))
        .createOrReplaceTempView("a");
    check("select cast(a.k as bigint), b.id from $a a join $b b on a.k = b.k", null, null);
    Dataset<Row> days = keyed(0, 300).selectExpr("date'2020-01-01' + cast(k as int) k", "id", "v");
    Dataset<Row> times = days.selectExpr("cast(k as timestamp_ntz) k", "id", "v");
    create("path", "a2", days, "bucket(4, k)", "k");
    create("path", "b2", times, "bucket(4, k)", "k");
    sql("select * from a2_copy").createOrReplaceTempView("a_copy");
    sql("select * from b2_copy").createOrReplaceTempView("b_copy");
    sql("select * from b2").createOrReplaceTempView("b");
    spark
        .read()
        .format("placed")
        .schema("k timestamp_ntz, id bigint, v string")
        .load(path("a2"))
        .createOrReplaceTempView("a");
    check(JOIN.replace("a.k, ", ""), true, null);
  }
}
