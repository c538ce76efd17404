package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.CommandResultExec;
import org.apache.spark.sql.execution.FormattedMode$;
import org.junit.jupiter.api.Test;

class PruningTest extends SparkTestCase {
  private static final Pattern PLANNED =
      Pattern.compile(
          "Files: (?<files>\\d+) of (?<allFiles>\\d+), RowGroups: (?<groups>\\d+), Bytes:"
              + " (?<bytes>\\d+) of (?<allBytes>\\d+), ColumnsUsed: (?<columns>\\d+) of"
              + " (?<allColumns>\\d+), BytesOfColumnsUsed: about (?<used>\\d+),");

  private static Map<String, Long> metrics(Dataset<Row> data) {
    return PlanMetrics.run(data);
  }

  private String partitioned() {
    String path = path("t");
    spark
        .range(0, 40_000)
        .repartitionByRange(4, org.apache.spark.sql.functions.col("id"))
        .selectExpr(
            "id",
            "id % 4 as p",
            "named_struct('x', id, 'y', cast(id as string), 'z', named_struct('u', id)) as st",
            "array(named_struct('e', id, 'f', 'text')) as ar",
            "cast(id as string) as s")
        .write()
        .format("placed")
        .option("placement.row-group", "2048 rows")
        .partitionBy("p")
        .save(path);
    return path;
  }

  @Test
  void onlyWhatIsNeededIsRead() {
    Dataset<Row> data = read(partitioned());
    String plan = data.select("st.x", "st.z.u", "ar.e").queryExecution().executedPlan().toString();
    assertTrue(
        plan.contains(
            "ReadSchema:"
                + " struct<st:struct<x:bigint,z:struct<u:bigint>>,ar:array<struct<e:bigint>>>"),
        plan);
    long all = metrics(data).get("bytesNeeded");
    long one = metrics(data.select("id")).get("bytesNeeded");
    assertTrue(one > 0 && one * 3 < all, one + " of " + all);
    assertEquals(40_000, metrics(data.select("id")).get("rowsDecoded"));
  }

  /** The numbers of the plan are those that the scan counts; bytes of columns are an estimate. */
  @Test
  void explainShowsHowMuchIsPlanned() {
    String path = path("t");
    spark
        .range(0, 40_000, 1, 2)
        .selectExpr(
            "id % 4 as p",
            "xxhash64(id, 1) as a",
            "xxhash64(id, 2) as b",
            "xxhash64(id, 3) as c",
            "xxhash64(id, 4) as d")
        .write()
        .format("placed")
        .partitionBy("p")
        .option("placement.row-group", "4096 rows")
        .save(path);
    spark.conf().set("spark.sql.files.minPartitionNum", "1");
    try {
      Dataset<Row> query = read(path).where("p < 2 and b > 0").select("p", "a");
      Map<String, Long> counted = metrics(query);
      Matcher planned = planned(query);
      assertEquals(counted.get("filesPlanned"), Long.valueOf(planned.group("files")));
      long files = counted.get("filesPlanned") + counted.get("filesSkipped");
      assertEquals(files, Long.parseLong(planned.group("allFiles")));
      assertEquals(counted.get("rowGroups"), Long.valueOf(planned.group("groups")));
      assertEquals(counted.get("bytesInFiles"), Long.valueOf(planned.group("bytes")));
      assertEquals(counted.get("bytesInTable"), Long.valueOf(planned.group("allBytes")));
      assertEquals("2", planned.group("columns"));
      assertEquals("4", planned.group("allColumns"));
      double about = Double.parseDouble(planned.group("used")) / counted.get("bytesInColumns");
      assertTrue(about > 0.8 && about < 1.25, "estimated " + about + " times the bytes");
      // Aggregates of the scan, and a query of all columns.
      Matcher sums = planned(read(path).where("a > 0").selectExpr("max(b)", "min(c)"));
      assertEquals("3", sums.group("columns"));
      Matcher all = planned(read(path));
      assertEquals("4", all.group("columns"));
      assertEquals(all.group("bytes"), all.group("used"));
      Matcher none = planned(read(path).select("p").where("p < 2 and rand() < 2"));
      assertEquals("0", none.group("columns"));
      assertEquals("0", none.group("used"));
    } finally {
      spark.conf().unset("spark.sql.files.minPartitionNum");
    }
  }

  private static Matcher planned(Dataset<Row> query) {
    String plan = query.queryExecution().explainString(FormattedMode$.MODULE$);
    Matcher planned = PLANNED.matcher(plan);
    assertTrue(planned.find(), plan);
    return planned;
  }

  @Test
  void countsAndPartitionValuesNeedNoData() {
    Dataset<Row> data = read(partitioned());
    String count = data.groupBy().count().queryExecution().executedPlan().toString();
    assertTrue(count.contains("LocalTableScan"), count);
    assertEquals(40_000, data.count());
    assertEquals(20_000, data.where("p in (1, 3)").count());
    assertEquals(
        List.of("(0, 10000)", "(3, 10000)"),
        rows(data.where("p = 0 or p = 3").groupBy("p").count()));
    Dataset<Row> distinct = data.select("p").distinct();
    assertEquals(0L, metrics(distinct).getOrDefault("bytesFetched", 0L));
    assertEquals(List.of("(0)", "(1)", "(2)", "(3)"), rows(distinct));
    Dataset<Row> mixed = data.selectExpr("count(*)", "max(p)", "1");
    assertEquals(0L, metrics(mixed).getOrDefault("bytesFetched", 0L));
    assertEquals(List.of("(40000, 3, 1)"), rows(mixed));
    // A filter on a column requires reading it.
    assertEquals(10_000, data.where("id < 10000").count());
  }

  @Test
  void filesRowGroupsAndPagesAreSkipped() {
    Dataset<Row> data = read(partitioned());
    Map<String, Long> byPartition = metrics(data.where("p = 2"));
    assertEquals(4, byPartition.get("filesPlanned"));
    assertEquals(12, byPartition.get("filesSkipped"));
    Map<String, Long> byStatistics = metrics(data.where("id = 17"));
    assertEquals(4, byStatistics.get("filesPlanned"));
    assertTrue(byStatistics.get("rowGroupsSkipped") > 0, "" + byStatistics);
    assertTrue(byStatistics.get("rowsDecoded") <= 4 * 2048, "" + byStatistics);
    Map<String, Long> both = metrics(data.where("p = 1 and id = 17"));
    assertEquals(1, both.get("filesPlanned"));
    Map<String, Long> none = metrics(data.where("id = 17 and s > 'x'"));
    assertEquals(0, none.get("filesPlanned"));
    spark
        .range(0, 100_000)
        .coalesce(1)
        .write()
        .format("placed")
        .option("page-rows", "1024")
        .save(path("pages"));
    Map<String, Long> pages = metrics(read(path("pages")).where("id between 5000 and 5010"));
    assertEquals(98, pages.get("pages"));
    assertEquals(97, pages.get("pagesSkipped"));
  }

  @Test
  void joinsPruneByPartition() {
    String path = partitioned();
    spark.range(1).selectExpr("2 as k", "'x' as name").write().format("placed").save(path("dim"));
    Dataset<Row> joined =
        read(path)
            .as("f")
            .join(
                read(path("dim")).where("name = 'x'").as("d"),
                org.apache.spark.sql.functions.expr("f.p = d.k"))
            .select("f.id");
    assertEquals(10_000, joined.count());
    Map<String, Long> m = metrics(joined);
    assertTrue(m.get("rowsDecoded") <= 10_001, "" + m);
  }

  @Test
  void oneRowGroupIsDividedAmongTasks() {
    String path = path("t");
    spark
        .range(0, 300_000)
        .coalesce(1)
        .selectExpr("id", "rand(5) as r", "cast(id as string) as s")
        .write()
        .format("placed")
        .save(path);
    List<Row> whole =
        read(path).selectExpr("sum(id)", "count(s)", "count_if(r > 0.5)").collectAsList();
    assertEquals(1, read(path).rdd().getNumPartitions());
    spark.conf().set("spark.sql.files.openCostInBytes", "0");
    spark.conf().set("spark.sql.files.minPartitionNum", "5");
    try {
      Dataset<Row> data = read(path);
      assertEquals(5, data.rdd().getNumPartitions());
      assertEquals(1, metrics(data).get("rowGroups"));
      assertEquals(
          whole, data.selectExpr("sum(id)", "count(s)", "count_if(r > 0.5)").collectAsList());
      long read = metrics(data.select("id")).get("rowsDecoded");
      assertEquals(300_000, read, "each row is decoded by one task");
      assertEquals(300_000, data.selectExpr("1 as one").rdd().count());
      assertEquals(1, data.where("id = 250000").count());
      long next = 0;
      for (Row row : data.selectExpr("_metadata.row_index", "id").collectAsList()) {
        assertEquals(next, row.getLong(0));
        assertEquals(next++, row.getLong(1));
      }
    } finally {
      spark.conf().unset("spark.sql.files.openCostInBytes");
      spark.conf().unset("spark.sql.files.minPartitionNum");
    }
  }

  @Test
  void filesAreSplitAtRowGroups() {
    String path = path("t");
    spark
        .range(0, 100_000)
        .coalesce(1)
        .selectExpr("id", "rand(5) as r")
        .write()
        .format("placed")
        .option("placement.row-group", "8192 rows")
        .save(path);
    spark.conf().set("spark.sql.files.maxPartitionBytes", "130000");
    spark.conf().set("spark.sql.files.openCostInBytes", "1");
    try {
      int partitions = read(path).rdd().getNumPartitions();
      assertTrue(partitions > 3 && partitions <= 13, "" + partitions);
      assertEquals(100_000, read(path).where("r >= 0").count());
      // Tasks are planned by bytes to be read: half of the columns need about half of the tasks.
      int half = read(path).select("r").rdd().getNumPartitions();
      assertTrue(half >= partitions / 2 && half <= partitions / 2 + 2, half + " of " + partitions);
      int tested = read(path).where("id > 5").select("r").rdd().getNumPartitions();
      assertEquals(partitions, tested, "a column that is tested is read too");
      int one = read(path).where("id = 5").rdd().getNumPartitions();
      assertTrue(one < partitions, "one row needs a page of each other column, not all: " + one);
      spark.conf().set("spark.sql.files.maxPartitionNum", "2");
      assertTrue(read(path).rdd().getNumPartitions() <= 3);
    } finally {
      spark.conf().unset("spark.sql.files.maxPartitionBytes");
      spark.conf().unset("spark.sql.files.openCostInBytes");
      spark.conf().unset("spark.sql.files.maxPartitionNum");
    }
  }

  @Test
  void sizesAreKnownToThePlanner() {
    Dataset<Row> data = read(partitioned());
    var whole = data.queryExecution().optimizedPlan().stats();
    assertEquals(40_000L, ((scala.math.BigInt) whole.rowCount().get()).toLong());
    var part = data.select("id").queryExecution().optimizedPlan().stats();
    assertTrue(part.sizeInBytes().toLong() < whole.sizeInBytes().toLong());
  }

  @Test
  void sparksOwnMetricsAreRight() throws Exception {
    String path = path("t");
    AtomicLong bytesRead = new AtomicLong();
    AtomicLong rowsRead = new AtomicLong();
    AtomicLong bytesWritten = new AtomicLong();
    AtomicLong rowsWritten = new AtomicLong();
    SparkListener listener =
        new SparkListener() {
          @Override
          public void onTaskEnd(SparkListenerTaskEnd end) {
            bytesRead.addAndGet(end.taskMetrics().inputMetrics().bytesRead());
            rowsRead.addAndGet(end.taskMetrics().inputMetrics().recordsRead());
            bytesWritten.addAndGet(end.taskMetrics().outputMetrics().bytesWritten());
            rowsWritten.addAndGet(end.taskMetrics().outputMetrics().recordsWritten());
          }
        };
    spark.sparkContext().addSparkListener(listener);
    try {
      spark.range(0, 50_000).selectExpr("id", "rand(1) r").write().format("placed").save(path);
      drain();
      long length = bytesOfFiles();
      assertEquals(length, bytesWritten.get());
      assertEquals(50_000, rowsWritten.get());
      // The generator of the rows has counted them as read.
      rowsRead.set(0);
      long fetched = metrics(read(path)).get("bytesFetched");
      drain();
      assertEquals(50_000, rowsRead.get());
      assertEquals(fetched, bytesRead.get());
      // Opening a file reads its end, which may contain pages that are read again.
      long ends = dataFiles(path) * (64 << 10);
      assertTrue(fetched <= length + ends && fetched > 300_000, fetched + " of " + length);
    } finally {
      spark.sparkContext().removeSparkListener(listener);
    }
  }

  /** Of rows that a statement changes, too, which Spark passes to a writer one by one. */
  @Test
  void metricsOfAWriteAreThoseOfItsFiles() throws Exception {
    String t = "placed.`" + path("t") + "`";
    // With marks for rows that are replaced, tasks write only those that replace them.
    sql(
        "create table "
            + t
            + " (id bigint, v string) using placed"
            + " tblproperties ('placed.deletes.max-share' = '1')");
    for (String statement :
        List.of(
            "insert into " + t + " select id, uuid() v from range(1050)",
            "update " + t + " set v = 'u' || id where id % 3 = 0")) {
      long files = dataFiles(path("t"));
      long bytes = bytesOfFiles();
      var done = (CommandResultExec) sql(statement).queryExecution().executedPlan();
      var metrics = ScalaCollections.map(done.commandPhysicalPlan().metrics());
      assertEquals(bytesOfFiles() - bytes, metrics.get("bytesWritten").value(), statement);
      assertEquals(dataFiles(path("t")) - files, metrics.get("filesWritten").value(), statement);
    }
  }

  private long bytesOfFiles() throws Exception {
    long length = 0;
    try (var files = java.nio.file.Files.walk(directory.resolve("t"))) {
      for (var f : files.filter(f -> f.toString().endsWith(".placed")).toList()) {
        length += java.nio.file.Files.size(f);
      }
    }
    return length;
  }

  @Test
  void sameScansAreOne() {
    String path = partitioned();
    Dataset<Row> a = read(path).where("p = 1").selectExpr("id as k", "s");
    Dataset<Row> b = read(path).where("p = 1").selectExpr("id as k", "s");
    assertTrue(a.queryExecution().analyzed().sameResult(b.queryExecution().analyzed()));
    a.cache();
    try {
      assertTrue(b.queryExecution().withCachedData().toString().contains("InMemoryRelation"));
      spark
          .range(3)
          .selectExpr("id", "id % 4 as p", "cast(null as string) as s")
          .write()
          .format("placed")
          .mode("append")
          .save(path);
      Dataset<Row> c = read(path).where("p = 1").selectExpr("id as k", "s");
      assertFalse(c.queryExecution().withCachedData().toString().contains("InMemoryRelation"));
      assertEquals(10_001, c.count());
    } finally {
      a.unpersist();
    }
  }
}
