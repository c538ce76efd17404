package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runtime filters must not change what the scan reported to Spark before. */
class RuntimeFilterTest extends SparkTestCase {
  private final List<String> changed = new ArrayList<>();

  private void set(String setting, String value) {
    spark.conf().set(setting, value);
    changed.add(setting);
  }

  @AfterEach
  void reset() {
    changed.forEach(spark.conf()::unset);
  }

  private static SparkPlan plan(Dataset<Row> data) {
    return data.queryExecution().executedPlan();
  }

  private static SupportsRuntimeV2Filtering scan(Dataset<Row> data) {
    var leaves = data.queryExecution().optimizedPlan().collectLeaves();
    return (SupportsRuntimeV2Filtering) ((DataSourceV2ScanRelation) leaves.head()).scan();
  }

  private static Predicate in(String column, LongStream values) {
    List<Expression> args = new ArrayList<>();
    args.add(Expressions.column(column));
    values.forEach(v -> args.add(Expressions.literal(v)));
    return new Predicate("IN", args.toArray(Expression[]::new));
  }

  /** Number of rows of tasks, read as Spark's tasks do. */
  private static long count(InputPartition[] tasks, PartitionReaderFactory factory)
      throws Exception {
    long rows = 0;
    for (InputPartition task : tasks) {
      try (var reader = factory.createColumnarReader(task)) {
        while (reader.next()) {
          rows += reader.get().numRows();
        }
      }
    }
    return rows;
  }

  /**
   * Ten files of two row groups, 3:2; if two files were omitted, tasks would consist of single row
   * groups.
   */
  private void sortedFiles() {
    set("spark.sql.files.openCostInBytes", "0");
    set("spark.sql.files.minPartitionNum", "9");
    set("spark.sql.adaptive.enabled", "false");
    for (int f = 0; f < 10; f++) {
      sql("select (id * 7919) % 100003 k, " + f + "L f, uuid() u from range(10000)")
          .coalesce(1)
          .write()
          .format("placed")
          .mode("append")
          .option("placement.reorder", "sort(k; per-task)")
          .option("placement.row-group", "6000 rows")
          .save(path("facts"));
    }
    read(path("facts")).createOrReplaceTempView("facts");
    sql("select id f, 'file ' || id name from range(10)").write().parquet(path("names"));
    spark.read().parquet(path("names")).createOrReplaceTempView("names");
  }

  @Test
  void tasksStaySortedWhenFilesAreLeftOut() {
    sortedFiles();
    Dataset<Row> found =
        sql("select /*+ broadcast(names) */ facts.k, name from facts join names using (f)"
                + " where name not in ('file 3', 'file 8')")
            .sortWithinPartitions("k");
    String plan = plan(found).toString();
    assertFalse(plan.contains("Sort ["), plan);
    assertTrue(plan.contains("dynamicpruning"), plan);
    Dataset<Row> numbered = found.selectExpr("monotonically_increasing_id() n", "k");
    long task = -1;
    long last = -1;
    List<Row> rows = numbered.collectAsList();
    assertEquals(8 * 10_000, rows.size());
    for (Row row : rows) {
      assertTrue(row.getLong(0) >> 33 != task || row.getLong(1) >= last, "task " + task);
      task = row.getLong(0) >> 33;
      last = row.getLong(1);
    }
    assertEquals(7, task);
    // Settings that change after planning have no effect on the tasks.
    Dataset<Row> planned =
        sql("select /*+ broadcast(names) */ facts.k from facts join names using (f)"
                + " where name < 'file 5'")
            .sortWithinPartitions("k");
    assertFalse(plan(planned).toString().contains("Sort ["));
    set("spark.sql.files.minPartitionNum", "1");
    assertEquals(5, planned.queryExecution().toRdd().getNumPartitions());
  }

  @OneIn(2)
  @Test
  void keysStayWhenFilesAreLeftOut() {
    set("spark.sql.autoBroadcastJoinThreshold", "-1");
    set("spark.sql.adaptive.enabled", "false");
    set("spark.sql.files.openCostInBytes", "0");
    set("spark.sql.requireAllClusterKeysForCoPartition", "false");
    set("spark.sql.sources.v2.bucketing.enabled", "true"); // before 4.2 only if it is set
    set("spark.sql.files.minPartitionNum", "40");
    set("spark.sql.files.maxPartitionBytes", "20k");
    for (int f = 0; f < 5; f++) {
      for (String name : new String[] {"a", "b"}) {
        sql(String.format(
                Locale.ROOT, "select id, %dL f, cast(id %% 4 as int) p from range(3000)", f))
            .coalesce(1)
            .write()
            .format("placed")
            .mode("append")
            .partitionBy("p")
            .option("placement.row-group", "100 rows")
            .save(path(name));
        read(path(name)).createOrReplaceTempView(name);
        read(path(name)).write().mode("overwrite").parquet(path(name + "_parquet"));
        spark.read().parquet(path(name + "_parquet")).createOrReplaceTempView(name + "_parquet");
      }
    }
    // Spark 4.1 moves the rows of a join if a table of another source was joined with one side.
    String format = since("4.1") && !since("4.2") ? "placed" : "parquet";
    for (String f : new String[] {"f = 2", "f in (0, 3)", "f < 4", "f > 9"}) {
      Dataset<Row> keys = spark.range(10).selectExpr("id f").where(f);
      keys.write().format(format).mode("overwrite").save(path("f"));
      spark.read().format(format).load(path("f")).createOrReplaceTempView("wanted");
      String query =
          "select /*+ broadcast(wanted) */ a.p, count(*), sum(a.id + b.id) from a%1$s a"
              + " join wanted on a.f = wanted.f join b%1$s b on a.p = b.p and a.id = b.id"
              + " where b.f = 1 group by a.p";
      List<String> expected = rows(sql(String.format(Locale.ROOT, query, "_parquet")));
      for (String partial : new String[] {"false", "true"}) {
        set("spark.sql.sources.v2.bucketing.partiallyClusteredDistribution.enabled", partial);
        Dataset<Row> found = sql(String.format(Locale.ROOT, query, ""));
        assertTrue(plan(found).toString().contains("dynamicpruning"), plan(found).toString());
        assertFalse(
            plan(found).toString().contains("Exchange hashpartitioning"), plan(found).toString());
        assertEquals(expected, rows(found), f + " " + partial);
      }
    }
  }

  /** One scan in two positions of a plan, one of which is filtered. */
  @Test
  void aFilterStaysWhereItIs() throws Exception {
    spark.range(10_000).selectExpr("id", "id % 10 k").write().format("placed").save(path("t"));
    SupportsRuntimeV2Filtering scan = scan(read(path("t")));
    Batch first = scan.toBatch();
    InputPartition[] all = first.planInputPartitions();
    PartitionReaderFactory factory = first.createReaderFactory();
    scan.filter(new Predicate[] {in("k", LongStream.of(3, 4))});
    assertEquals(10_000, count(first.planInputPartitions(), factory));
    Batch filtered = scan.toBatch();
    Batch after = scan.toBatch();
    assertEquals(2000, count(filtered.planInputPartitions(), factory));
    assertEquals(10_000, count(after.planInputPartitions(), factory));
    assertEquals(10_000, count(all, factory));
    assertEquals(first, after);
    assertEquals(first.hashCode(), after.hashCode());
    assertNotEquals(first, filtered);
    scan.filter(new Predicate[] {in("k", LongStream.of(3, 4))});
    Batch again = scan.toBatch();
    assertEquals(filtered, again);
    assertEquals(filtered.hashCode(), again.hashCode());
    scan.filter(new Predicate[] {in("k", LongStream.of(5))});
    assertNotEquals(filtered, scan.toBatch());

    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Void>> places = new ArrayList<>();
      for (int n = 0; n < 40; n++) {
        int keys = n % 11;
        places.add(
            () -> {
              Batch plain = scan.toBatch();
              scan.filter(new Predicate[] {in("k", LongStream.range(0, keys))});
              Batch own = scan.toBatch();
              assertEquals(1000L * keys, count(own.planInputPartitions(), factory));
              assertEquals(10_000, count(plain.planInputPartitions(), factory));
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(places)) {
        done.get();
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void metricsAreOfTheFilesThatWereLeft() {
    for (int f = 0; f < 4; f++) {
      spark
          .range(f * 100, f * 100 + 100)
          .coalesce(1)
          .write()
          .format("placed")
          .mode("append")
          .save(path("t"));
    }
    SupportsRuntimeV2Filtering scan = scan(read(path("t")));
    scan.filter(new Predicate[] {in("id", LongStream.of(5, 250))});
    scan.toBatch().planInputPartitions();
    assertEquals("filesPlanned=2 filesSkipped=2", filesOf(scan));
    assertEquals("filesPlanned=4 filesSkipped=0", filesOf(scan));
  }

  private static String filesOf(Scan scan) {
    return Arrays.stream(scan.reportDriverMetrics())
        .filter(m -> m.name().startsWith("files"))
        .map(m -> m.name() + "=" + m.value())
        .collect(Collectors.joining(" "));
  }

  /** The scans of a plan and its subqueries, with the number of their positions. */
  private static Map<Scan, Integer> places(SparkPlan plan) {
    Map<Scan, Integer> places = new IdentityHashMap<>();
    List<SparkPlan> plans = new ArrayList<>(List.of(plan));
    ScalaCollections.list(plan.subqueriesAll()).forEach(plans::add);
    for (SparkPlan p : plans) {
      for (SparkPlan leaf : ScalaCollections.list(p.collectLeaves())) {
        if (leaf instanceof BatchScanExec batch) {
          places.merge(batch.scan(), 1, Integer::sum);
        }
      }
    }
    return places;
  }

  /**
   * In a chain of joins, the side that filters a large table is itself filtered in one position
   * only.
   */
  @Test
  void plansThatShareScans() {
    set("spark.sql.exchange.reuse", "false");
    set("spark.sql.optimizer.dynamicPartitionPruning.reuseBroadcastOnly", "false");
    set("spark.sql.optimizer.dynamicPartitionPruning.useStats", "false");
    set("spark.sql.optimizer.dynamicPartitionPruning.fallbackFilterRatio", "1000");
    set("spark.sql.adaptive.enabled", "false");
    for (String format : new String[] {"placed", "parquet"}) {
      sql("select id, id % 500 d from range(100000)")
          .write()
          .format(format)
          .save(path("fact" + format));
      sql("select id d, id % 50 e, id % 3 x from range(500)")
          .write()
          .format(format)
          .save(path("dim" + format));
      sql("select id e, id % 5 y from range(50)")
          .write()
          .format(format)
          .save(path("more" + format));
      for (String name : new String[] {"fact", "dim", "more"}) {
        spark
            .read()
            .format(format)
            .load(path(name + format))
            .createOrReplaceTempView(name + format);
      }
    }
    boolean shared = false;
    for (String hint :
        new String[] {"broadcast(dim, more)", "merge(fact, dim)", "broadcast(more)"}) {
      for (String reuse : new String[] {"true", "false"}) {
        set("spark.sql.exchange.reuse", reuse);
        String query =
            "select /*+ %2$s */ dim.x, count(*), sum(fact.id) from fact%1$s fact"
                + " join dim%1$s dim on fact.d = dim.d join more%1$s more on dim.e = more.e"
                + " where more.y = 2 and dim.x < 2 group by dim.x";
        Dataset<Row> found = sql(String.format(Locale.ROOT, query, "placed", hint));
        shared |= places(plan(found)).values().stream().anyMatch(n -> n > 1);
        assertEquals(
            rows(sql(String.format(Locale.ROOT, query, "parquet", hint))),
            rows(found),
            hint + reuse);
      }
    }
    assertTrue(shared);
  }

  /** The table that is changed takes a key, with a copy of the subquery, for each column of IN. */
  @Test
  void plansOfUpdatesStaySmall() {
    List<String> columns = IntStream.range(0, 12).mapToObj(i -> "c" + i).toList();
    String t = table();
    sql(
        "create table "
            + t
            + " using placed as select 0 v, id "
            + String.join(", id ", columns)
            + " from range(90)");
    sql("select id k, id n from range(60)").write().format("placed").save(path("narrow"));
    read(path("narrow")).createOrReplaceTempView("narrow");
    StringBuilder found = new StringBuilder("select t0.n, t1.n, t2.n, t3.n, t4.n, t5.n, t6.n");
    found.append(", t0.n, t1.n, t2.n, t3.n, t4.n from narrow t0");
    for (int i = 1; i < 7; i++) {
      found.append(" join narrow t" + i + " on t" + (i - 1) + ".n = t" + i + ".k");
    }
    String matches = "(" + String.join(", ", columns) + ") in (" + found + " where t0.k < 50)";
    String update = "update " + t + " set v = v + 1 where " + matches;
    String plan = sql("explain extended " + update).collectAsList().get(0).getString(0);
    String optimized =
        plan.substring(plan.indexOf("Optimized Logical"), plan.indexOf("Physical Plan"));
    int keys = optimized.split("dynamicpruning", -1).length - 1;
    assertTrue(keys > 0 && keys < 1000, keys + " keys");
    sql(update);
    assertEquals(
        List.of("(0, 40)", "(1, 50)"), rows(sql("select v, count(*) from " + t + " group by v")));
  }

  /** Spark reads one scan twice: for the changed rows, and for the others. */
  @Test
  void updatesReadTheirFilesTwice() {
    String t = table();
    sql("create table " + t + " (id bigint, v bigint) using placed");
    for (int f = 0; f < 4; f++) {
      sql(
          String.format(
              Locale.ROOT,
              "insert into %s select id, 0 from range(%d, %d)",
              t,
              f * 100,
              f * 100 + 100));
    }
    sql("select explode(array(5, 205, 299)) id").createOrReplaceTempView("ids");
    for (String adaptive : new String[] {"false", "true"}) {
      set("spark.sql.adaptive.enabled", adaptive);
      sql("update " + t + " set v = v + 1 where id in (select id from ids)");
    }
    assertEquals(
        List.of("(0, 397)", "(2, 3)"), rows(sql("select v, count(*) from " + t + " group by v")));
    assertEquals(List.of("(400)"), rows(sql("select count(distinct id) from " + t)));
  }

  @Test
  void longListsDoNotTravelWithEveryTask() throws Exception {
    for (int f = 0; f < 3; f++) {
      spark
          .range(f * 1000, f * 1000 + 1000)
          .coalesce(1)
          .write()
          .format("placed")
          .mode("append")
          .save(path("t"));
    }
    SupportsRuntimeV2Filtering scan = scan(read(path("t")));
    Batch first = scan.toBatch();
    PartitionReaderFactory factory = first.createReaderFactory();
    scan.filter(new Predicate[] {in("id", LongStream.range(500, 500_500))});
    InputPartition[] tasks = scan.toBatch().planInputPartitions();
    assertEquals(2500, count(tasks, factory));
    for (InputPartition task : tasks) {
      assertTrue(bytes(task) < 8_000, "" + bytes(task));
    }
    // Static conditions are also broadcast only once.
    Object[] some = LongStream.range(0, 20_000).map(k -> k * 2).boxed().toArray();
    Dataset<Row> pushed =
        read(path("t")).where(org.apache.spark.sql.functions.col("id").isin(some));
    Batch batch = scan(pushed).toBatch();
    assertTrue(
        bytes(batch.createReaderFactory()) < 10_000, "" + bytes(batch.createReaderFactory()));
    assertEquals(1500, count(batch.planInputPartitions(), batch.createReaderFactory()));
  }

  private static int bytes(Object object) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
      objects.writeObject(object);
    }
    return out.size();
  }
}
