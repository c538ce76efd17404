package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.ui.SQLExecutionUIData;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code write.distribution-mode}: which rows a writing task gets, and so how many files. */
@OneIn(2)
class DistributionModeTest extends SparkTestCase {
  private static final int TASKS = 4;
  private static final String MODE = "write.distribution-mode";
  private static final AtomicInteger TABLES = new AtomicInteger();

  @BeforeEach
  void shuffles() {
    spark.conf().set("spark.sql.shuffle.partitions", "3");
    spark.conf().set("spark.sql.adaptive.enabled", "false");
  }

  @AfterEach
  void reset() {
    spark.conf().set("spark.sql.shuffle.partitions", "2");
    spark.conf().unset("spark.sql.adaptive.enabled");
    spark.conf().unset("spark.sql.files.maxPartitionBytes");
    spark.conf().unset("spark.datasource.placed." + MODE);
  }

  /** Rows of every partition in each of the tasks. */
  private static Dataset<Row> data(int from, int to) {
    return spark
        .range(from, to)
        .selectExpr("id", "cast(id % 3 as int) as p", "id * 7 % 100 as k", "'v' || id % 9 as v")
        .repartition(TASKS);
  }

  private String create(String name, String by, String properties) {
    String table = "placed.`" + path(name) + "`";
    sql(
        "create table "
            + table
            + " (id bigint, p int, k bigint, v string) using placed"
            + (by.isEmpty() ? "" : " partitioned by (" + by + ")")
            + (properties.isEmpty() ? "" : " tblproperties (" + properties + ")"));
    return table;
  }

  private static String property(String mode) {
    return "'" + MODE + "' = '" + mode + "'";
  }

  private long insert(String name, String table) throws Exception {
    long before = dataFiles(path(name));
    data(0, 400).createOrReplaceTempView("new_rows");
    sql("insert into " + table + " select * from new_rows");
    return dataFiles(path(name)) - before;
  }

  @Test
  void filesOfPartitions() throws Exception {
    for (String by : new String[] {"p", "bucket(3, k)", "p, bucket(2, k)"}) {
      String n = by.replaceAll("[^a-z0-9]", "");
      int partitions = by.length() > 12 ? 6 : 3;
      assertEquals(TASKS * partitions, insert("none" + n, create("none" + n, by, "")), by);
      assertEquals(TASKS * partitions, insert("n" + n, create("n" + n, by, property("none"))), by);
      assertEquals(partitions, insert("h" + n, create("h" + n, by, property("HASH"))), by);
      long ranges = insert("r" + n, create("r" + n, by, property("range")));
      assertTrue(ranges >= partitions && ranges < partitions + 3, by + ": " + ranges);
      for (String kind : new String[] {"none", "n", "h", "r"}) {
        assertEquals(rows(data(0, 400)), rows(read(path(kind + n))), kind + by);
      }
    }
  }

  /** Rows that the query leaves anywhere; see {@link #data}. */
  private static Dataset<Row> unarranged() {
    return spark
        .range(0, 400, 1, TASKS)
        .selectExpr("id", "cast(id % 3 as int) as p", "id * 7 % 100 as k", "'v' || id % 9 as v");
  }

  /** Without a mode a partition gets one file, unless the query itself arranges its rows. */
  @Test
  void rowsOfAPartitionComeTogetherByDefault() throws Exception {
    unarranged().createOrReplaceTempView("rows");
    Map<String, Integer> filesOfQueries = new LinkedHashMap<>();
    filesOfQueries.put("select * from rows", 3);
    filesOfQueries.put("select id, p, k, v from rows where id >= 0", 3);
    filesOfQueries.put("select * from (select * from rows order by k) group by all", 3);
    filesOfQueries.put("select * from rows sort by k", 3 * TASKS);
    filesOfQueries.put("select id, p, k, v from (select * from rows sort by k)", 3 * TASKS);
    filesOfQueries.put("select /*+ repartition(2) */ * from rows", 3 * 2);
    filesOfQueries.put("select * from rows distribute by k % 2", 3 * 2);
    for (String by : new String[] {"p", "bucket(3, k)"}) {
      for (Map.Entry<String, Integer> q : filesOfQueries.entrySet()) {
        String name = "t" + TABLES.incrementAndGet();
        String table = create(name, by, "");
        sql("insert into " + table + " " + q.getKey());
        long files = dataFiles(path(name));
        assertTrue(files <= q.getValue() && files > q.getValue() / 2, by + q + ": " + files);
        assertEquals(rows(unarranged()), rows(read(path(name))), by + q);
      }
    }
    // Ranges of p, which the query has made: a task has one or two partitions.
    String sorted = create("sorted", "p", "");
    sql("insert into " + sorted + " select * from rows order by p, k desc");
    assertTrue(dataFiles(path("sorted")) <= 3 + 2);
    List<Long> keys =
        read(path("sorted")).filter("p = 1").select("k").as(Encoders.LONG()).collectAsList();
    assertEquals(keys.stream().sorted(Comparator.reverseOrder()).toList(), keys);
  }

  /** In the files of partitions, too, by which the rows of a task are sorted first. */
  @Test
  void theOrderOfAQueryIsKept() throws Exception {
    unarranged().createOrReplaceTempView("rows");
    unarranged().sortWithinPartitions("k").cache().createOrReplaceTempView("cached");
    int table = 0;
    for (String mode : new String[] {"", property("none")}) {
      for (String by : new String[] {"p", "bucket(3, k)", "p, bucket(2, k)", ""}) {
        for (String query :
            new String[] {
              "select * from rows sort by k",
              "select * from rows distribute by p sort by p, k",
              "select id, p, k, v from (select id, p, k, v, 1 from rows sort by p desc, k) where p < 9",
              "select * from rows order by k offset 5",
              "select * from cached"
            }) {
          String name = "kept" + table++;
          String created = create(name, by, mode);
          sql("insert into " + created + " " + query);
          assertEquals(rows(sql(query)), rows(read(path(name))), query);
          String group = query.contains("sort by p") ? "p" : "0";
          List<Row> found =
              read(path(name)).selectExpr("_metadata.file_name || " + group, "k").collectAsList();
          Map<String, Long> last = new LinkedHashMap<>();
          for (Row r : found) {
            Long before = last.put(r.getString(0), r.getLong(1));
            assertTrue(before == null || before <= r.getLong(1), mode + by + query);
          }
        }
      }
    }
    spark.catalog().dropTempView("cached");
  }

  /** The same if its keys are computed of columns that are written. */
  @Test
  void theOrderOfAQueryByExpressionsIsKept() throws Exception {
    unarranged().createOrReplaceTempView("rows");
    Map<String, List<String>> keysOfQueries = new LinkedHashMap<>();
    keysOfQueries.put("select * from rows sort by -k", List.of("-k"));
    keysOfQueries.put(
        "select * from rows order by k % 5, reverse(v), id desc",
        List.of("k % 5", "reverse(v)", "-id"));
    keysOfQueries.put(
        "select * from rows sort by v, abs(k - 50), k", List.of("v", "abs(k - 50)", "k"));
    // The second key is not written.
    keysOfQueries.put(
        "select id, p, k, v from (select *, rand(7) as r from rows) sort by k % 5, r",
        List.of("k % 5"));
    int table = 0;
    for (String by : new String[] {"p", "bucket(3, k)", "p, bucket(2, k)", ""}) {
      for (Map.Entry<String, List<String>> query : keysOfQueries.entrySet()) {
        String name = "computed" + table++;
        String created = create(name, by, "");
        sql("insert into " + created + " " + query.getKey());
        String context = by + ": " + query.getKey();
        assertEquals(rows(unarranged()), rows(read(path(name))), context);
        String keys = String.join(", ", query.getValue());
        List<Row> found =
            read(path(name)).selectExpr("_metadata.file_name", keyText(query)).collectAsList();
        Map<String, String> last = new LinkedHashMap<>();
        for (Row r : found) {
          String before = last.put(r.getString(0), r.getString(1));
          assertTrue(
              before == null || before.compareTo(r.getString(1)) <= 0,
              () -> context + ": " + r + " after " + before + " by " + keys);
        }
      }
    }
  }

  /** A string that orders as the keys do. */
  private static String keyText(Map.Entry<String, List<String>> query) {
    return query.getValue().stream()
        .map(k -> k.contains("v") ? k : "lpad(string(1000 + " + k + "), 6, '0')")
        .collect(Collectors.joining(", ", "concat(", ")"));
  }

  @Test
  void severalInsertsOfOneStatement() throws Exception {
    unarranged().createOrReplaceTempView("rows");
    String sorted = create("sorted", "p", "");
    String plain = create("plain", "p", "");
    sql(
        "from rows insert into "
            + sorted
            + " select id, p, k, v sort by k insert into "
            + plain
            + " select id, p, k, v where id >= 0");
    assertEquals(3 * TASKS, dataFiles(path("sorted")));
    assertEquals(3, dataFiles(path("plain")));
    assertEquals(rows(unarranged()), rows(read(path("sorted"))));
    assertEquals(rows(unarranged()), rows(read(path("plain"))));
  }

  /** Batches of streams are small, and a stateful one has as many tasks as Spark is told. */
  @Test
  void streamsKeepTheirTasks() throws Exception {
    unarranged().write().format("placed").save(path("source"));
    create("target", "p", "");
    spark
        .readStream()
        .format("placed")
        .load(path("source"))
        .writeStream()
        .format("placed")
        .option("checkpointLocation", path("checkpoint"))
        .trigger(Trigger.AvailableNow())
        .start(path("target"))
        .awaitTermination();
    assertEquals(rows(unarranged()), rows(read(path("target"))));
    String plan =
        String.valueOf(
            ScalaCollections.list(spark.sharedState().statusStore().executionsList()).stream()
                .map(SQLExecutionUIData::physicalPlanDescription)
                .filter(p -> p.contains("WriteToDataSourceV2"))
                .reduce((a, b) -> b)
                .orElseThrow());
    assertTrue(!plan.contains("Exchange"), plan);
  }

  @Test
  void everyWayToWriteToPartitions() throws Exception {
    unarranged().createOrReplaceTempView("rows");
    unarranged().write().format("placed").partitionBy("p").save(path("save"));
    assertEquals(3, dataFiles(path("save")));
    unarranged().orderBy("k").write().format("placed").partitionBy("p").save(path("ordered"));
    assertTrue(dataFiles(path("ordered")) > 3);
    String t = table();
    for (String name : new String[] {t, "placed.`" + path("ctas") + "`"}) {
      String as = " using placed partitioned by (p) as select * from rows";
      sql("create table " + name + as);
      assertEquals(rows(unarranged().select("p", "id")), rows(sql("select p, id from " + name)));
      assertEquals(3, sql("select distinct _metadata.file_path from " + name).count(), name);
      sql("insert overwrite " + name + " by name select * from rows where p < 2");
      assertEquals(2, sql("select distinct _metadata.file_path from " + name).count(), name);
      sql("insert overwrite " + name + " by name select * from rows sort by k");
      assertEquals(
          3 * TASKS, sql("select distinct _metadata.file_path from " + name).count(), name);
    }
    sql(
        "create or replace table placed.`"
            + path("ctas")
            + "` using placed partitioned by (p) as"
            + " select * from rows sort by k");
    assertEquals(3 * TASKS, read(path("ctas")).select("_metadata.file_path").distinct().count());
    sql("drop table " + t);
    // The session's catalog has no functions for transforms.
    sql("create table " + t + " using placed partitioned by (bucket(2, k)) as select * from rows");
    assertEquals(rows(unarranged()), rows(sql("select * from " + t)));
    sql("drop table " + t);
  }

  /**
   * Large partitions are divided among tasks, also those of changed rows. What is large follows
   * from the size of files; a partition that one task reads is not divided.
   */
  @Test
  void aLargePartitionIsDivided() throws Exception {
    String value =
        IntStream.range(0, 5)
            .mapToObj(i -> "sha2(id || 'part " + i + "', 512)")
            .collect(Collectors.joining(" || "));
    Dataset<Row> rows =
        spark
            .range(0, 100_000, 1, TASKS)
            .selectExpr("id", "int(id % 20 = 0) p", "id % 7 k", value + " v");
    rows.createOrReplaceTempView("rows");
    spark.conf().set("spark.sql.files.maxPartitionBytes", "16m");
    spark.conf().set("spark.sql.adaptive.enabled", "true");
    String t = create("t", "p", "'target-file-size' = '16MiB', 'placed.deletes.max-share' = '1'");
    sql("insert into " + t + " select * from rows");
    assertTrue(tasksOfLargePartition("k < 7") > 1);
    sql("update " + t + " set k = 8");
    assertTrue(tasksOfLargePartition("k = 8") > 1);
    mergeEverySecond(t);
    assertTrue(tasksOfLargePartition("k = 9") > 1);
    assertEquals(
        "[(9, 100000, 100000)]",
        rows(sql("select k, count(*), count(distinct id) from " + t + " group by k")).toString());
  }

  /** The rows whose id is even are matched, and the others are not. */
  private static void mergeEverySecond(String table) {
    sql(
        "merge into "
            + table
            + " t using (select * from rows where id % 2 = 0) s on t.id = s.id when matched then"
            + " update set k = 9 when not matched by source then update set k = 9");
  }

  @Test
  void changedRowsAreDividedByFilesWithoutAdaptiveExecution() throws Exception {
    unarranged().createOrReplaceTempView("rows");
    spark.conf().set("spark.sql.shuffle.partitions", "20");
    String t = create("t", "p", property("hash") + ", 'placed.deletes.max-share' = '1'");
    sql("insert into " + t + " select * from rows");
    assertEquals(1, tasksOfLargePartition("true"));
    for (int i = 1; i < 8; i++) {
      sql("insert into " + t + " select id + 1000 * " + i + ", p, k, v from rows");
    }
    assertEquals(8, tasksOfLargePartition("true"));
    sql("update " + t + " set k = 200");
    assertTrue(tasksOfLargePartition("k = 200") > 1);
    mergeEverySecond(t);
    assertTrue(tasksOfLargePartition("k = 9") > 1);
    assertEquals(
        "[(9, 3200, 3200)]",
        rows(sql("select k, count(*), count(distinct id) from " + t + " group by k")).toString());
  }

  /** Names of files contain the number of the task and its attempt. */
  private long tasksOfLargePartition(String condition) {
    String task = "regexp_extract(_metadata.file_name, '-([0-9]{5}-[0-9]+)[^/]*$', 1)";
    Dataset<Row> tasks =
        read(path("t")).filter("p = 0 and " + condition).selectExpr(task + " as task").distinct();
    assertEquals(0, tasks.filter("task = ''").count());
    return tasks.count();
  }

  /** The whole table is sorted by ranges unless the mode says other. */
  @Test
  void withReorderings() throws Exception {
    for (String reorder : new String[] {"sort(k)", "hilbert(k, id)", "sort(k; per-task)"}) {
      for (String by : new String[] {"", "p"}) {
        for (String mode : new String[] {"none", "hash", "range"}) {
          String n = mode + by + reorder.replaceAll("[^a-z]", "");
          String table =
              create(n, by, property(mode) + ", 'placement.reorder' = '" + reorder + "'");
          long files = insert(n, table);
          if (mode.equals("none")) {
            assertEquals(by.isEmpty() ? TASKS : TASKS * 3, files, n);
          } else if (mode.equals("hash")) {
            assertEquals(by.isEmpty() ? TASKS : 3, files, n);
          } else {
            assertTrue(files <= (by.isEmpty() ? 3 : 5), n + ": " + files);
          }
          assertEquals(rows(data(0, 400)), rows(read(path(n))), n);
        }
      }
    }
    String tasks = create("tasks", "p", "'reorderTasks' = '2', " + property("range"));
    assertTrue(insert("tasks", tasks) <= 4);
    for (String[] unused : new String[][] {{"none", "p"}, {"hash", ""}, {"range", ""}}) {
      String name = "unused-" + unused[0];
      String none = create(name, unused[1], "'reorderTasks' = '2', " + property(unused[0]));
      insert(name, none); // A property is for the writes that can use it.
      String message =
          message(
              assertThrows(
                  Exception.class,
                  () -> data(0, 9).writeTo(none).option("reorderTasks", "3").append()));
      assertTrue(message.contains("reorderTasks") && message.contains(MODE), message);
    }
  }

  @Test
  void sessionTableAndWriteSayTheMode() throws Exception {
    spark.conf().set("spark.datasource.placed." + MODE, "hash");
    create("t", "p", "");
    data(0, 400).write().format("placed").mode("append").save(path("t"));
    assertEquals(3, dataFiles(path("t")));
    spark.conf().unset("spark.datasource.placed." + MODE);
    sql("alter table placed.`" + path("t") + "` set tblproperties (" + property("none") + ")");
    data(0, 400).write().format("placed").mode("append").save(path("t"));
    assertEquals(3 + 3 * TASKS, dataFiles(path("t")));
    // What the table says is before the session's default, and after an option of the write.
    create("own", "p", property("hash"));
    data(0, 400).write().format("placed").mode("append").save(path("own"));
    assertEquals(3, dataFiles(path("own")));
    spark.conf().set("spark.datasource.placed." + MODE, "none");
    data(0, 400).write().format("placed").mode("append").save(path("own"));
    assertEquals(6, dataFiles(path("own")));
    data(0, 400).write().format("placed").mode("append").option(MODE, "none").save(path("own"));
    assertEquals(6 + 3 * TASKS, dataFiles(path("own")));
    spark.conf().unset("spark.datasource.placed." + MODE);
    data(0, 400).writeTo("placed.`" + path("t") + "`").option(MODE, "hash").append();
    assertEquals(6 + 3 * TASKS, dataFiles(path("t")));
    data(0, 400).writeTo("placed.`" + path("t") + "`").option(MODE, "hash").overwritePartitions();
    assertEquals(rows(data(0, 400)), rows(read(path("t"))));
    String wrong =
        message(
            assertThrows(
                Exception.class,
                () ->
                    data(0, 9)
                        .write()
                        .format("placed")
                        .mode("append")
                        .option(MODE, "all")
                        .save(path("t"))));
    assertTrue(wrong.contains("must be none, hash or range, found 'all'"), wrong);
  }

  /** The session's catalog has no functions by which Spark could compute the partitions. */
  @Test
  void transformsThatSparkDoesNotKnow() {
    String t = table();
    sql(
        "create table "
            + t
            + " (id bigint, p int, k bigint, v string) using placed partitioned by (bucket(3, k))"
            + " tblproperties ("
            + property("hash")
            + ")");
    data(0, 9).createOrReplaceTempView("new_rows");
    String message =
        message(
            assertThrows(
                Exception.class, () -> sql("insert into " + t + " select * from new_rows")));
    assertTrue(message.contains(MODE) && message.contains("placed.`"), message);
    sql("alter table " + t + " set tblproperties (" + property("none") + ")");
    sql("insert into " + t + " select * from new_rows");
    assertEquals(rows(data(0, 9)), rows(sql("select * from " + t)));
    sql("drop table " + t);
  }

  /** All kinds of writes, with all modes, on tables of all kinds. */
  @Test
  void sameRowsInEveryMode() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 3; round++) {
      String by =
          List.of("", "p", "bucket(2, k), p", "truncate(2, v)", "bucket(3, id)")
              .get(random.nextInt(5));
      String reorder =
          List.of("none", "sort(k desc, id)", "sort(v)", "z-order(k, id)").get(random.nextInt(4));
      String properties = property(mode(random)) + ", 'placement.reorder' = '" + reorder + "'";
      if (random.nextInt(3) == 0) {
        properties += ", 'maxRecordsPerFile' = '40'";
      }
      if (random.nextInt(3) == 0) {
        properties += ", 'target-file-size' = '64KiB'";
      }
      String t = create("t" + round, by, properties);
      List<String> log = new ArrayList<>(List.of("seed " + seed + " by " + by, properties));
      data(0, 300).createOrReplaceTempView("new_rows");
      data(200, 350).createOrReplaceTempView("source");
      sql("insert into " + t + " select * from new_rows");
      Dataset<Row> model = local(data(0, 300));
      for (int step = 0; step < 4; step++) {
        String mode = property(mode(random));
        sql("alter table " + t + " set tblproperties (" + mode + ")");
        model.createOrReplaceTempView("model");
        // Spark 3.5 replaces rows by a condition only if they are whole files.
        switch (random.nextInt(since("4.0") ? 4 : 3)) {
          case 0 -> {
            sql("update " + t + " set p = (p + 1) % 3, k = null where id % 7 = 3");
            model =
                sql(
                    "select id, if(id % 7 = 3, (p + 1) % 3, p) p, if(id % 7 = 3, null, k) k, v"
                        + " from model");
          }
          case 1 -> {
            sql(
                "merge into "
                    + t
                    + " t using source s on t.id = s.id when matched and s.k > 50 then delete when"
                    + " matched then update set v = 'm', p = s.p + 1 when not matched then insert"
                    + " *");
            model =
                sql(
                    "select t.id, if(s.id is null, t.p, s.p + 1) p, t.k, if(s.id is null, t.v,"
                        + " 'm') v from model t left join source s on t.id = s.id where s.id is"
                        + " null or s.k <= 50 union all select * from source s where not exists"
                        + " (select 1 from model t where t.id = s.id)");
          }
          case 2 -> {
            sql("delete from " + t + " where id % 10 = " + step);
            model = sql("select * from model where not id % 10 = " + step);
          }
          default -> {
            sql("insert into " + t + " replace where p = 1 select * from source where p = 1");
            model =
                sql(
                    "select * from model where not coalesce(p = 1, false) union all select * from"
                        + " source where p = 1");
          }
        }
        log.add(mode);
        model = local(model);
        assertEquals(rows(model), rows(sql("select * from " + t)), String.join("\n", log));
      }
    }
  }

  private static String mode(Random random) {
    return List.of("none", "hash", "range").get(random.nextInt(3));
  }

  private static Dataset<Row> local(Dataset<Row> data) {
    return spark.createDataFrame(data.collectAsList(), data.schema());
  }
}
