package io.placed.spark;

import static org.apache.spark.sql.functions.expr;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import io.placed.io.LocalFileStore;
import io.placed.schema.Schema;
import io.placed.write.FileWriter;
import io.placed.write.options.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Aggregates that scans compute are equal to those that Spark computes. */
class AggregatePushDownTest extends SparkTestCase {
  /** Without it, Spark 3.5 computes what may fail itself. */
  @BeforeAll
  static void failures() {
    inAnsiMode();
  }

  /** What a scan computes for {@code avg(d9)}. */
  private static final String EXACT_AVERAGE = "cast(sum(d9) / count(d9) as decimal(13,6))";

  private static final String[] AGGREGATES = {
    "count(*)",
    "count(s)",
    "count(n)",
    "count(d9 + 1)",
    "sum(by)",
    "sum(sh)",
    "sum(i)",
    "sum(sh + 1)",
    "sum(d9)",
    "sum(d18)",
    "sum(d9 * (1 - d9))",
    "sum(d9 * d18)",
    "sum(cast(sh as decimal(5,0)) * d9)",
    "sum(n)",
    "sum(id)",
    "avg(id)",
    "max(year(da))",
    "sum(length(s))",
    "avg(d9)",
    "avg(sh)",
    "round(sum(sh * 0.25d), 6)",
    "round(avg(cast(sh as double)), 6)",
    "round(sum(cast(d9 as double) * 2), 3)",
    "round(sum(cast(sh as float)), 3)",
    "min(bo)",
    "max(bo)",
    "min(i)",
    "max(l)",
    "min(f)",
    "max(d)",
    "min(d)",
    "max(d38)",
    "min(d38)",
    "min(s)",
    "max(b)",
    "min(da)",
    "max(ts)",
    "max(tn)",
    "min(d9 * d9)",
    "max(n)"
  };

  private static final String[] KEYS = {
    "bo", "by", "sh", "i", "d9", "d38", "s", "b", "da", "n", "year(da)", "sh % 3", "length(s)"
  };

  private static final String[] CONDITIONS = {
    "id >= 0",
    "id < 0",
    "sh > 100",
    "s like 'n%' or bo",
    "d9 between -5000 and 5000",
    "d > 0 and not bo",
    "by is null"
  };

  /**
   * Tables of these tests are read by one task, or, if they have several row groups, by several.
   */
  private static void read(boolean byOneTask) {
    spark.conf().set("spark.sql.files.minPartitionNum", byOneTask ? "1" : "4");
    spark.conf().set("spark.sql.files.openCostInBytes", byOneTask ? "4m" : "0");
    spark.conf().set("spark.sql.files.maxPartitionBytes", byOneTask ? "128m" : "1k");
  }

  @AfterEach
  void readAsUsual() {
    spark.conf().unset("spark.sql.files.minPartitionNum");
    spark.conf().unset("spark.sql.files.openCostInBytes");
    spark.conf().unset("spark.sql.files.maxPartitionBytes");
  }

  private static String plan(Dataset<Row> data) {
    return data.queryExecution().executedPlan().toString();
  }

  /** Whether the plan only combines results of the scan. */
  private static boolean pushed(Dataset<Row> data) {
    return plan(data).contains("Aggregates: [");
  }

  @Test
  void anyOfThemTogether() {
    long seed = System.nanoTime();
    RandomRows.of(spark, 3000, seed)
        .write()
        .format("placed")
        .option("placement.row-group", "700 rows")
        .save(path("t"));
    read(path("t")).createOrReplaceTempView("stored");
    Dataset<Row> rows = read(path("t"));
    spark.createDataFrame(rows.collectAsList(), rows.schema()).createOrReplaceTempView("inMemory");
    Random random = new Random(seed);
    int whole = 0;
    int once = 0;
    for (int round = 0; round < 40; round++) {
      read(random.nextBoolean());
      List<String> select = new ArrayList<>();
      StringBuilder groupBy = new StringBuilder();
      for (int k = random.nextInt(3); k > 0; k--) {
        String key = KEYS[random.nextInt(KEYS.length)];
        select.add(key);
        groupBy.append(groupBy.isEmpty() ? " group by " : ", ").append(key);
      }
      for (int k = 1 + random.nextInt(4); k > 0; k--) {
        select.add(AGGREGATES[random.nextInt(AGGREGATES.length)]);
      }
      String query =
          "select "
              + String.join(", ", select)
              + " from T where "
              + CONDITIONS[random.nextInt(CONDITIONS.length)]
              + groupBy;
      Dataset<Row> found = sql(query.replace("from T", "from stored"));
      String context = "seed " + seed + ": " + query;
      String expected = pushed(found) ? query.replace("avg(d9)", EXACT_AVERAGE) : query;
      assertEquals(
          withoutSignsOfZero(rows(sql(expected.replace("from T", "from inMemory")))),
          withoutSignsOfZero(rows(found)),
          context);
      whole += pushed(found) ? 1 : 0;
      once += complete(found) ? 1 : 0;
    }
    assertTrue(once >= 3, once + " of 40 had each group once, seed " + seed);
    assertTrue(whole >= 30, whole + " of 40 were computed by the scan, seed " + seed);
  }

  private static boolean complete(Dataset<Row> data) {
    return plan(data).contains("Groups: complete");
  }

  /** One task has all rows, so nothing is left to be combined; but a task keeps few groups. */
  @Test
  void oneTaskReturnsEachGroupOnce() {
    for (int rows : new int[] {100_000, 100_001}) {
      Dataset<Row> data =
          spark
              .range(0, rows, 1, 1)
              .selectExpr("id", "cast(id % 1000 as int) k", "string(id % 7) s");
      data.write()
          .format("placed")
          .option("placement.row-group", "30000 rows")
          .save(path("t" + rows));
      read(path("t" + rows)).createOrReplaceTempView("stored");
      data.createOrReplaceTempView("inMemory");
      for (boolean one : new boolean[] {true, false}) {
        read(one);
        boolean few = rows == 100_000;
        onceIf(one, "select count(*), sum(k), min(s), avg(k) from T where id % 3 = 0");
        // No file is left.
        onceIf(true, "select count(*), max(s) from T where id < 0 or k < -1");
        onceIf(one && few, "select k, count(*), min(id) from T where id > 5 group by k");
        onceIf(one && few, "select id % 5, k, max(id) from T where id > 5 group by id % 5, k");
        onceIf(one && few, "select id, sum(k) from T where id >= 0 group by id");
        // Groups of many columns take as much memory as more groups of few.
        String ten =
            "id, sum(k), max(k), min(k), count(k), max(id), min(id), count(id), sum(id), count(*)";
        onceIf(one && few, "select " + ten + " from T where id >= 0 group by id");
        onceIf(false, "select max(id % 7), " + ten + " from T where id >= 0 group by id");
        onceIf(false, "select k, max(s) from T where id > 5 group by k");
        onceIf(false, "select s, count(*) from T where id > 5 group by s");
        // A sum of 38 digits may have too many in a task, and not in all.
        onceIf(false, "select sum(cast(id as decimal(38,0))) from T where id > 5");
      }
    }
  }

  private static void onceIf(boolean expected, String query) {
    Dataset<Row> found = sql(query.replace("from T", "from stored"));
    assertEquals(rows(sql(query.replace("from T", "from inMemory"))), rows(found), query);
    assertTrue(pushed(found), plan(found));
    assertEquals(expected, complete(found), query + ": " + plan(found));
    assertEquals(!expected, plan(found).contains("Exchange"), query + ": " + plan(found));
  }

  /** Spark's own average of so few digits goes through a double, which is below the half here. */
  @Test
  void averagesOfDecimalsAreExact() {
    sql("select cast(if(id = 0, 5085.67, 0) as decimal(9,2)) d9 from range(160)")
        .write()
        .format("placed")
        .save(path("half"));
    read(path("half")).createOrReplaceTempView("half");
    Dataset<Row> found = sql("select avg(d9) from half where d9 >= 0");
    assertTrue(pushed(found), found.queryExecution().executedPlan().toString());
    assertEquals(List.of("(31.785438)"), rows(found));
    assertEquals(List.of("(31.785438)"), rows(sql("select " + EXACT_AVERAGE + " from half")));
  }

  /** Which of two equal zeros is the least depends, in Spark, on which task ends first. */
  private static List<String> withoutSignsOfZero(List<String> rows) {
    return rows.stream().map(r -> r.replaceAll("-0\\.0(?!\\d)", "0.0")).sorted().toList();
  }

  @Test
  void everyOneIsComputedByTheScan() {
    RandomRows.of(spark, 300, 7).write().format("placed").save(path("t"));
    read(path("t")).createOrReplaceTempView("each");
    for (String a : AGGREGATES) {
      for (String by : List.of("", " group by s", " group by bo, d9")) {
        Dataset<Row> found = sql("select " + a + " from each where sh > 3" + by);
        assertTrue(pushed(found), found.queryExecution().executedPlan().toString());
      }
    }
  }

  /** The sign of zero is that of Spark. */
  @Test
  void extremesOfNegativeNumbers() {
    Dataset<Row> data =
        sql("select 0.0d as x, cast(0 as float) as y, 0 as z union all select 0, 0, 0");
    data.write().parquet(path("p"));
    data.write().format("placed").save(path("t"));
    String query = "select max(-x), min(-x), max(-y), min(-y), max(-z), sum(-x) from ";
    assertEquals(
        rows(sql(query + "parquet.`" + path("p") + "`")),
        rows(sql(query + "placed.`" + path("t") + "`")));
  }

  /** If all files are pruned, the scan still has to return the aggregates of no rows. */
  @Test
  void countsOfNothing() {
    spark.range(0, 100).selectExpr("cast(id as int) id").write().format("placed").save(path("t"));
    read(path("t")).createOrReplaceTempView("few");
    assertEquals(
        List.of("(0, null)"), rows(sql("select count(*), sum(id) from few where id > 1000")));
    assertEquals(
        List.of("(1)"),
        rows(sql("select 1 + (select count(*) from few where id > 1000 and id < 2000)")));
    assertEquals(List.of(), rows(sql("select id, count(*) from few where id > 1000 group by id")));
  }

  /** Of no rows a count is 0 and not null, also where Spark joins the result of a subquery. */
  @Test
  void correlatedSubqueriesWithoutRows() {
    spark
        .range(0, 100, 1, 1)
        .selectExpr("id", "cast(id % 5 as int) k")
        .write()
        .format("placed")
        .option("placement.row-group", "10 rows")
        .save(path("t"));
    read(path("t")).createOrReplaceTempView("stored");
    Dataset<Row> rows = read(path("t"));
    spark.createDataFrame(rows.collectAsList(), rows.schema()).createOrReplaceTempView("inMemory");
    spark.range(4, 7).createOrReplaceTempView("outer");
    for (boolean one : new boolean[] {true, false}) {
      read(one);
      for (String[] query :
          new String[][] {
            {"count(*) from stored s where s.k = outer.id and s.id > 3", "20", "0", "0"},
            {"coalesce(sum(s.id), 7) from stored s where s.k = outer.id", "1030", "7", "7"},
            {"count(*) from stored s where outer.id = 5 and s.id > 3", "0", "96", "0"},
            {"count(*) from stored where outer.id = 5", "0", "100", "0"}
          }) {
        String expected = "[(4, %s), (5, %s), (6, %s)]".formatted(query[1], query[2], query[3]);
        String found = rows(sql("select id, (select " + query[0] + ") from outer")) + "";
        assertEquals(expected, found, query[0]);
      }
      for (String query :
          List.of(
              "id, c from outer, lateral (select count(*) c from T s where s.k = outer.id)",
              "id, c from outer left join lateral (select sum(s.id) c from T s where s.k = outer.id)",
              "id from outer where 0 in (select count(*) from T s where s.k = outer.id)",
              "id from outer where 20 in (select count(*) from T s where s.k = outer.id)",
              "id from outer where exists (select count(*) from T s where s.k = outer.id)",
              "id from outer where exists (select max(s.id) from T s where s.k = outer.id"
                  + " having count(*) = 0)",
              "id from outer where (select count(*) from T s where s.k = outer.id) = 0",
              "sum((select count(*) from T s where s.k = outer.id)) from outer")) {
        assertEquals(
            rows(sql("select " + query.replace("from T", "from inMemory"))),
            rows(sql("select " + query.replace("from T", "from stored"))),
            query);
      }
    }
  }

  /** Such a file has no part that a task could read. */
  @Test
  void countsOfFilesWithoutRows() throws Exception {
    Schema schema = Schema.parse("a: int64, b: int64");
    String file = path("t") + "/empty.placed";
    try (FileWriter out =
        FileWriter.create(new LocalFileStore(), file, schema, WriteOptions.defaults())) {
      out.finish();
    }
    read(path("t")).createOrReplaceTempView("empty");
    assertEquals(List.of("(0, null)"), rows(sql("select count(*), sum(a) from empty")));
    assertEquals(List.of("(1)"), rows(sql("select 1 + (select count(a + b) from empty)")));
    assertEquals(
        List.of("(empty)"),
        rows(sql("select 'empty' from empty having count(*) = 0 and sum(a) is null")));
  }

  /** No file is opened if statistics give the exact result. */
  @Test
  void countsAndExtremesFromMetadata() throws Exception {
    long seed = Long.getLong("placed.seed", System.nanoTime());
    // A zero as bound is not exact, because statistics do not store its sign.
    RandomRows.of(spark, 900, seed)
        .withColumn("f", expr("if(f = 0, float(1), f)"))
        .withColumn("d", expr("if(d = 0, 1d, d)"))
        .repartition(3)
        .write()
        .format("placed")
        .partitionBy("bo")
        .save(path("t"));
    Dataset<Row> stored = read(path("t"));
    Dataset<Row> rows = spark.createDataFrame(stored.collectAsList(), stored.schema());
    stored.createOrReplaceTempView("known");
    rows.createOrReplaceTempView("knownRows");
    String[] queries = {
      "select count(*), count(i), count(n), count(bo) from T",
      "select min(i), max(i), min(l), max(by), max(sh), min(id) from T",
      "select max(f), max(d), min(d38), max(d9), max(d18) from T",
      "select min(da), max(da), min(ts), max(tn), min(n), max(bo) from T",
      "select bo, count(*), max(id), min(sh), count(d) from T group by bo",
      "select max(id), count(s) from T where bo",
      "select max(id), count(*) from T where bo and not bo"
    };
    for (String query : queries) {
      List<String> expected = rows(sql(query.replace("from T", "from knownRows")));
      Dataset<Row> found = sql(query.replace("from T", "from known"));
      String plan = found.queryExecution().executedPlan().toString();
      String context = "seed " + seed + ": " + query + " " + plan;
      assertTrue(plan.contains("LocalTableScan") && !plan.contains("BatchScan"), context);
      assertEquals(expected, rows(found), context);
    }
    for (String query :
        List.of(
            "select max(b), min(s) from T",
            "select min(f) from T",
            "select count(*), max(id) from T where sh > 10",
            "select max(id + 1) from T")) {
      assertEquals(
          rows(sql(query.replace("from T", "from knownRows"))),
          rows(sql(query.replace("from T", "from known"))),
          "seed " + seed + ": " + query);
    }
  }

  /** Aggregates that scans would not compute like Spark are left to Spark. */
  @OneIn(2)
  @Test
  void theRestIsSparks() {
    RandomRows.of(spark, 300, 8).write().format("placed").save(path("t"));
    Dataset<Row> rows = read(path("t"));
    rows.createOrReplaceTempView("part");
    spark.createDataFrame(rows.collectAsList(), rows.schema()).createOrReplaceTempView("local");
    for (String query :
        List.of(
            "select count(distinct s) from T",
            "select avg(l) is null from T",
            "select sum(l) is null from T where l < 0 and l > 0",
            "select f, count(*) from T group by f",
            "select d, max(i) from T group by d",
            "select sh % 3, sum(sh) from T group by sh % 3",
            "select stddev(sh) is not null from T",
            "select sum(sh) filter (where bo) from T",
            "select st.a, count(*) from T group by st.a",
            "select s, sum(sh) from T group by rollup(s)",
            "select max(s collate utf8_lcase) from T",
            "select sum(d38 * d38) is null from T where id < 0",
            "select count(*) from T where length(s) > 2")) {
      if (query.contains("collate") && !since("4.0")) {
        continue; // Spark 3.5 has none
      }
      if (query.contains("collate")) {
        // Interpreted, Spark keeps such a string without a copy while the scan goes on.
        generateCode();
      }
      Dataset<Row> found = sql(query.replace("from T", "from part"));
      assertEquals(rows(sql(query.replace("from T", "from local"))), rows(found), query);
      interpret();
    }
  }

  @Test
  void sumsThatHaveNoRoomInTheTypeOfTheirValues() {
    spark
        .range(0, 50000)
        .selectExpr(
            "id % 3 as k",
            "cast(99999.99 - id % 2 as decimal(7,2)) as d", "9223372036854775807 - id as l")
        .write()
        .format("placed")
        .save(path("t"));
    read(path("t")).createOrReplaceTempView("large");
    Dataset<Row> found = sql("select k, sum(d), avg(d) from large group by k order by k");
    assertTrue(pushed(found));
    List<Row> rows = found.collectAsList();
    assertEquals("1666691500.33", rows.get(0).get(1).toString());
    // Spark reports the same error for its own sums.
    assertFails("[ARITHMETIC_OVERFLOW]", () -> sql("select sum(l) from large").collectAsList());
    assertFails("[ARITHMETIC_OVERFLOW]", () -> sql("select sum(l + k) from large").collectAsList());
    assertFails("[DIVIDE_BY_ZERO]", () -> sql("select sum(d / 0d) from large").collectAsList());
    assertEquals(
        "9223372036854775807",
        sql("select max(l) from large where l + 0 > 0").collectAsList().get(0).get(0).toString());
  }

  /** By Spark's formula the product has 40 digits; actually at most 38. */
  @Test
  void productsThatHaveRoomAlthoughTheirTypesDoNotSaySo() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      List<String> row = new ArrayList<>();
      for (int c = 0; c < 3; c++) {
        String most = (random.nextBoolean() ? "" : "-") + "9999999999.99";
        row.add(random.nextInt(9) == 0 ? "null" : i % 50 == 0 ? most : random.nextInt(999) + ".07");
      }
      values.add("(" + i % 7 + ", " + String.join(", ", row) + ")");
    }
    sql("select col1 as k, cast(col2 as decimal(12,2)) as p, cast(col3 as decimal(12,2)) as d,"
            + " cast(col4 as decimal(12,2)) as t from values "
            + String.join(", ", values))
        .write()
        .format("placed")
        .save(path("t"));
    read(path("t")).createOrReplaceTempView("products");
    Dataset<Row> rows = read(path("t"));
    spark.createDataFrame(rows.collectAsList(), rows.schema()).createOrReplaceTempView("local");
    for (String query :
        List.of(
            "select k, min(p * (1 - d) * (1 + t)), max(p * (1 - d) * (1 + t)), count(p) from T"
                + " group by k order by k",
            "select sum(p * (1 - d) * (1 + t)), avg(p * d) from T where p < 1000 and d < 1000"
                + " and t < 1000 and p > 0 and d > 0 and t > 0",
            "select count(*) from T where p * (1 - d) * (1 + t) > 1000000")) {
      Dataset<Row> found = sql(query.replace("from T", "from products"));
      assertTrue(pushed(found), found.queryExecution().executedPlan().toString());
      assertEquals(
          rows(sql(query.replace("from T", "from local"))), rows(found), query + ", seed " + seed);
    }
    // With another factor, overflow is possible; Spark checks each row.
    assertFalse(pushed(sql("select max(p * d * t * p) from products")));
  }

  @Test
  void partitionsColumnsAddedLaterAndOtherTypes() {
    String t = table();
    sql("create table " + t + " (a int, b float, p string) using placed partitioned by (p)");
    sql(
        "insert into "
            + t
            + " values (1, 1.5, 'x'), (2, 2.5, 'x'), (3, 3.5, 'y'), (4, null, null)");
    Dataset<Row> found = sql("select p, sum(a), max(b) from " + t + " where a > 0 group by p");
    assertTrue(pushed(found));
    assertEquals(List.of("(null, 4, null)", "(x, 3, 2.5)", "(y, 3, 3.5)"), rows(found));
    assertEquals(List.of("(y)"), rows(sql("select max(p) from " + t + " where a > 0")));
    String u = table();
    sql("create table " + u + " (a int, b float) using placed");
    sql("insert into " + u + " values (1, 1.5), (2, 2.5)");
    sql("alter table " + u + " add columns (c int)");
    sql("insert into " + u + " values (3, null, 7), (4, 6.5, 8)");
    Dataset<Row> later = sql("select sum(a), count(c), max(c), sum(b) from " + u + " where a > 0");
    assertTrue(pushed(later));
    assertEquals(List.of("(10, 2, 8, 10.5)"), rows(later));
    sql("drop table " + u);
    sql("drop table " + t);
  }
}
