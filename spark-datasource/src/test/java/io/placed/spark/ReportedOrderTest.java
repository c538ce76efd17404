package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The order that a scan reports is the actual order of rows in its tasks, by Spark's comparison.
 */
@OneIn(2)
class ReportedOrderTest extends SparkTestCase {
  private static final int ROUNDS = 3;

  private static final List<String> KEYS =
      List.of(
          "bo", "by", "sh", "i", "l", "f", "d", "d9", "d18", "d38", "s", "b", "da", "ts", "tn",
          "n");

  @BeforeEach
  void oneFileToATask() {
    spark.conf().set("spark.sql.files.openCostInBytes", "0");
    spark.conf().set("spark.sql.files.maxPartitionBytes", "1k");
    spark.conf().set("spark.sql.adaptive.enabled", "false");
  }

  @AfterEach
  void reset() {
    spark.conf().unset("spark.sql.files.openCostInBytes");
    spark.conf().unset("spark.sql.files.maxPartitionBytes");
    spark.conf().unset("spark.sql.files.minPartitionNum");
    spark.conf().unset("spark.sql.adaptive.enabled");
    spark.conf().unset("spark.sql.autoBroadcastJoinThreshold");
  }

  private static boolean sorts(Dataset<Row> data) {
    return data.queryExecution().executedPlan().toString().contains("Sort [");
  }

  private static Column key(String text) {
    String[] words = text.split(" ");
    Column c = functions.col(words[0]);
    boolean descending = text.contains("desc");
    boolean first = text.contains("nulls first") || !text.contains("nulls") && !descending;
    return descending
        ? first ? c.desc_nulls_first() : c.desc_nulls_last()
        : first ? c.asc_nulls_first() : c.asc_nulls_last();
  }

  /**
   * Number of rows that are not in the reported order within their task; equal rows may be
   * exchanged.
   */
  private static long misplaced(Dataset<Row> data, String order) {
    String keys =
        Arrays.stream(order.split(", "))
            .map(k -> k.split(" ")[0])
            .collect(Collectors.joining(", "));
    Dataset<Row> numbered = data.withColumn("pos", functions.monotonically_increasing_id());
    spark
        .createDataFrame(numbered.collectAsList(), numbered.schema())
        .createOrReplaceTempView("numbered");
    return sql("select count(*) from (select rank() over (partition by shiftright(pos, 33) order by "
            + order
            + ") r, row_number() over (partition by shiftright(pos, 33) order by pos) n, count(*) over"
            + " (partition by shiftright(pos, 33), "
            + keys
            + ") c from numbered) where not (n between r and r + c - 1)")
        .collectAsList()
        .get(0)
        .getLong(0);
  }

  @Test
  void rowsComeInTheReportedOrder() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int unsorted = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<String> some = new ArrayList<>(KEYS);
      Collections.shuffle(some, random);
      List<String> keys = new ArrayList<>();
      for (String k : some.subList(0, 1 + random.nextInt(3))) {
        keys.add(
            k
                + (random.nextBoolean() ? " desc" : " asc")
                + (random.nextInt(3) == 0
                    ? " nulls first"
                    : random.nextInt(2) == 0 ? " nulls last" : ""));
      }
      String order = String.join(", ", keys);
      String context = "seed " + seed + " round " + round + " order " + order;
      String t = path("t" + round);
      for (int f = 0; f < 3; f++) {
        RandomRows.of(spark, 1500, random.nextLong())
            .coalesce(1)
            .write()
            .format("placed")
            .mode("append")
            .option(
                "placement.reorder", "sort(" + order + (random.nextBoolean() ? "; per-task)" : ")"))
            .option("placement.row-group", random.nextBoolean() ? "1024 rows" : "128MiB")
            .save(t);
      }
      List<Column> by = keys.stream().map(ReportedOrderTest::key).toList();
      Dataset<Row> sorted =
          read(t)
              .select("id", KEYS.toArray(String[]::new))
              .sortWithinPartitions(by.toArray(Column[]::new));
      unsorted += sorts(sorted) ? 0 : 1;
      String sql = keys.stream().collect(Collectors.joining(", "));
      assertEquals(0, misplaced(sorted, sql), context);
      read(t).write().parquet(path("p" + round));
      spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
      String column = keys.get(0).split(" ")[0];
      String query =
          String.format(
              Locale.ROOT,
              "select count(*), sum(a.id), min(b.id) from T a join T b on a.%1$s <=> b.%1$s"
                  + " where b.id %% 37 = 1",
              column);
      read(t).createOrReplaceTempView("placed_rows");
      spark.read().parquet(path("p" + round)).createOrReplaceTempView("parquet_rows");
      assertEquals(
          rows(sql(query.replace("T", "parquet_rows"))),
          rows(sql(query.replace("T", "placed_rows"))),
          context);
      spark.conf().unset("spark.sql.autoBroadcastJoinThreshold");
    }
    assertTrue(unsorted > ROUNDS / 2, unsorted + " of " + ROUNDS);
  }

  /** Ranges of one write, which one task reads one after the other. */
  @Test
  void filesThatDoNotOverlap() {
    spark.conf().set("spark.sql.files.maxPartitionBytes", "1g");
    spark.conf().set("spark.sql.files.minPartitionNum", "1");
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int unsorted = 0;
    for (int round = 0; round < 12; round++) {
      List<String> some = new ArrayList<>(KEYS);
      Collections.shuffle(some, random);
      List<String> keys = new ArrayList<>(List.of("id"));
      if (random.nextInt(3) > 0) {
        keys.addAll(random.nextInt(2), some.subList(0, 1 + random.nextInt(2)));
      }
      keys.replaceAll(
          k ->
              k
                  + (random.nextBoolean() ? " desc" : "")
                  + (random.nextBoolean() ? " nulls first" : ""));
      String order = String.join(", ", keys);
      String t = path("t" + round);
      RandomRows.of(spark, 3000, random.nextLong())
          .repartitionByRange(4, key(keys.get(0)))
          .write()
          .format("placed")
          .option("placement.reorder", "sort(" + order + "; per-task)")
          .save(t);
      Dataset<Row> sorted =
          read(t).select("id", KEYS.toArray(String[]::new)).sortWithinPartitions(key(keys.get(0)));
      unsorted += sorts(sorted) ? 0 : 1;
      assertEquals(
          0, misplaced(sorted, keys.get(0)), "seed " + seed + " round " + round + " " + order);
      Dataset<Row> all =
          read(t)
              .select("id", KEYS.toArray(String[]::new))
              .sortWithinPartitions(
                  keys.stream().map(ReportedOrderTest::key).toArray(Column[]::new));
      assertEquals(0, misplaced(all, order), "seed " + seed + " round " + round + " " + order);
    }
    assertTrue(unsorted >= 3, "" + unsorted);
  }

  /** Columns that were widened and rows that were changed after the sort. */
  @Test
  void columnsThatChangedSince() {
    // Smaller than any file. For Parquet files of other tests, each byte would be a task.
    spark.conf().set("spark.sql.files.maxPartitionBytes", "1");
    String t = "placed.`" + path("t") + "`";
    for (int f = 0; f < 2; f++) {
      sql("select cast(id * 37 % 50 as int) a, cast(id * 11 % 70 as int) b,"
              + " date'2020-01-01' + cast(id as int) c, case id % 4 when 0 then float('NaN')"
              + " when 1 then -0.0f when 2 then 0.0f else cast(id as float) end v from range(600)")
          .coalesce(1)
          .write()
          .format("placed")
          .mode("append")
          .option("placement.reorder", "sort(a, b desc, v)")
          .save(path("t"));
    }
    String order = "a, b desc, v";
    assertEquals(0, check(order));
    sql("alter table " + t + " alter column a type bigint");
    sql("alter table " + t + " alter column v type double");
    assertEquals(0, check(order));
    sql("update " + t + " set b = b + 1 where a % 7 = 3");
    sql("delete from " + t + " where a % 7 = 4 and b > 20");
    assertEquals(0, check(order));
    // A file in another order.
    sql("select 100 - id a, 2 b, date'1900-01-01' + cast(id as int) c, 3.0d v from range(50)")
        .coalesce(1)
        .write()
        .format("placed")
        .mode("append")
        .option("placement.reorder", "sort(c)")
        .save(path("t"));
    assertEquals(0, check(order));
    assertEquals(0, check("c"));
    sql("delete from " + t + " where c < date'1950-01-01'");
    assertEquals(0, check(order));
  }

  /** A task that reads several sorted files one after the other has no order. */
  @Test
  void tasksOfSeveralFiles() {
    // Smaller than any file. For Parquet files of other tests, each byte would be a task.
    spark.conf().set("spark.sql.files.maxPartitionBytes", "1");
    for (int f = 0; f < 3; f++) {
      sql("select id * 37 % 100 k, id from range(100)")
          .coalesce(1)
          .write()
          .format("placed")
          .mode("append")
          .option("placement.reorder", "sort(k)")
          .save(path("t"));
    }
    assertFalse(sorts(read(path("t")).sortWithinPartitions("k")));
    assertEquals(0, check("k"));
    spark.conf().set("spark.sql.files.maxPartitionBytes", "1g");
    spark.conf().set("spark.sql.files.minPartitionNum", "1");
    assertEquals(1, read(path("t")).rdd().getNumPartitions());
    assertEquals(0, check("k"));
  }

  private long check(String order) {
    List<Column> by = Arrays.stream(order.split(", ")).map(ReportedOrderTest::key).toList();
    return misplaced(read(path("t")).sortWithinPartitions(by.toArray(Column[]::new)), order);
  }

  /** Files of partitions in separate tasks, with the partition column among the sort keys. */
  @Test
  void partitionsThatAreSorted() {
    sql("select id, cast(id * 31 % 400 as int) k, cast(id % 3 as int) p from range(3000)")
        .write()
        .format("placed")
        .partitionBy("p")
        .option("placement.reorder", "sort(k desc, id)")
        .save(path("t"));
    read(path("t")).createOrReplaceTempView("sorted_parts");
    read(path("t")).write().parquet(path("p"));
    spark.read().parquet(path("p")).createOrReplaceTempView("sorted_parquet");
    assertEquals(
        0,
        misplaced(
            read(path("t")).sortWithinPartitions(key("p"), key("k desc"), key("id")),
            "p, k desc, id"));
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    for (String query :
        new String[] {
          "select p, k, row_number() over (partition by p order by k desc, id) n, id from T",
          "select a.p, count(*), sum(a.id * b.id) from T a join T b on a.p = b.p and a.k = b.k"
              + " group by a.p",
          "select p, k, count(*) from T group by p, k",
          "select p, first_value(id) over (partition by p, k order by id) f from T"
        }) {
      assertEquals(
          rows(sql(query.replace("T", "sorted_parquet"))),
          rows(sql(query.replace("T", "sorted_parts"))),
          query);
    }
  }
}
