package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.spark.internal.PlacedExtensions;
import io.placed.spark.workload.HistoryListener;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Thousands of small queries in one session, a hundred at a time: each has the rows that Parquet
 * has, and nothing of them stays in the heap.
 */
@Tag("long")
class ManyQueriesTest {
  /** In the first one caches fill, and Spark keeps its last queries for its pages. */
  private static final int WARM_UP_ROUNDS = 1;

  private static final int ROUNDS = 3;

  private static final int QUERIES_OF_A_ROUND = 1000;
  private static final int THREADS = 100;

  /** What the rest of the process may add to the heap in all rounds after: 2 KB per query. */
  private static final long GROWTH_BYTES = 4 << 20;

  /** A class of which one object stays of one query in twenty is found. */
  private static final long GROWTH_OBJECTS = 100;

  @TempDir Path directory;

  @Test
  void theHeapDoesNotGrow() throws Exception {
    String text = ChildJvm.run(Child.class, "640m", directory.resolve("log"), directory.toString());
    text.lines().filter(l -> l.startsWith("round")).forEach(System.out::println);
    assertTrue(text.contains("round " + ROUNDS), text);
  }

  /** The process; whatever is wrong is thrown. */
  static final class Child {
    private static final int ROWS = 20_000;

    private final SparkSession spark;
    private final Path directory;
    private final List<String> queries = new ArrayList<>();
    private final Map<String, List<String>> expected = new HashMap<>();

    private Child(SparkSession spark, Path directory) {
      this.spark = spark;
      this.directory = directory;
    }

    public static void main(String[] arguments) throws Exception {
      Path directory = Path.of(arguments[0]);
      SparkSession spark =
          SparkSession.builder()
              .master("local[2]")
              .config("spark.plugins", PlacedPlugin.class.getName())
              .config("spark.sql.extensions", PlacedExtensions.class.getName())
              .config(HistoryListener.SETTING, directory.resolve("history").toString())
              .config("spark.ui.port", "0")
              .config("spark.ui.showConsoleProgress", "false")
              .config("spark.driver.host", "localhost")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.placed.runtimeFilter.minBytes", "0")
              .config("spark.sql.sources.v2.bucketing.enabled", "true")
              .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toUri().toString())
              // Compiling each query would take most of the time.
              .config("spark.sql.codegen.wholeStage", "false")
              .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
              // The queries of a round are more than Spark keeps.
              .config("spark.sql.ui.retainedExecutions", "50")
              .config("spark.ui.retainedJobs", "50")
              .config("spark.ui.retainedStages", "50")
              .config("spark.ui.retainedTasks", "100")
              .getOrCreate();
      spark.sparkContext().setLogLevel("ERROR");
      int exit = 0;
      try {
        new Child(spark, directory).run();
      } catch (Throwable e) {
        e.printStackTrace();
        exit = 1;
      }
      // The threads of Spark may go on.
      System.exit(exit);
    }

    private void run() throws Exception {
      tables();
      queries();
      Map<String, Long> before = Map.of();
      long heapBefore = 0;
      List<String> leaks = new ArrayList<>();
      for (int round = 1; round <= ROUNDS; round++) {
        long start = System.nanoTime();
        round(new Random(round));
        long ms = (System.nanoTime() - start) / 1_000_000;
        Map<String, Long> after = instances();
        long heap = after.remove("bytes");
        System.out.printf(
            Locale.ROOT,
            "round %d: %d queries in %d ms, %d KiB in use, %d objects of Placed%n",
            round,
            QUERIES_OF_A_ROUND,
            ms,
            heap >> 10,
            after.values().stream().mapToLong(n -> n).sum());
        if (round == WARM_UP_ROUNDS) {
          before = after;
          heapBefore = heap;
        } else if (round == ROUNDS) {
          for (Map.Entry<String, Long> e : after.entrySet()) {
            long grown = e.getValue() - before.getOrDefault(e.getKey(), 0L);
            if (grown >= GROWTH_OBJECTS) {
              leaks.add(e.getKey() + ": " + grown + " more");
            }
          }
          if (heap > heapBefore + GROWTH_BYTES) {
            leaks.add("heap: " + (heap - heapBefore) + " bytes more");
          }
        }
      }
      if (!leaks.isEmpty()) {
        throw new AssertionError(String.join("\n", leaks));
      }
    }

    private String path(String name) {
      return directory.resolve(name).toString();
    }

    /** Each in Parquet, too: names end with {@code _p}. */
    private void tables() {
      Dataset<Row> rows =
          spark
              .range(0, ROWS, 1, 4)
              .selectExpr(
                  "id",
                  "id % 7 as part",
                  "if(id % 11 = 0, null, cast(id * 7919 % 1000 as int)) as k",
                  "'v' || id % 301 as v",
                  "cast(id / 3 as decimal(12, 2)) as d");
      write(rows, "plain", "", "");
      write(rows, "parted", "partitioned by (part)", "");
      write(rows, "sorted", "", "'placement' = 'reorder=sort(k)'");
      for (String name : List.of("buckets", "others")) {
        write(rows, name, "partitioned by (bucket(4, id))", "'placement' = 'reorder=sort(id)'");
      }
      write(rows, "deleted", "", "");
      spark.sql("delete from placed.`" + path("deleted") + "` where id % 5 = 1");
      spark.sql("alter table placed.`" + path("deleted") + "` rename column v to `Wert`");
      spark.sql(
          "create or replace temp view deleted as select id, part, k, `Wert` as v, d from"
              + " placed.`"
              + path("deleted")
              + "`");
      spark.sql(
          "create or replace temp view deleted_p as select * from parquet.`"
              + path("deleted_p")
              + "` where not id % 5 = 1");
    }

    private void write(Dataset<Row> rows, String name, String partitions, String properties) {
      rows.write().parquet(path(name + "_p"));
      spark.sql(
          "create table placed.`"
              + path(name)
              + "` (id bigint, part bigint, k int, v string, d decimal(12, 2)) using placed "
              + partitions
              + (properties.isEmpty() ? "" : " tblproperties (" + properties + ")"));
      spark.sql(
          "insert into placed.`"
              + path(name)
              + "` select * from parquet.`"
              + path(name + "_p")
              + "`");
      spark.sql(
          "create or replace temp view " + name + " as select * from placed.`" + path(name) + "`");
      spark.sql(
          "create or replace temp view "
              + name
              + "_p as select * from parquet.`"
              + path(name + "_p")
              + "`");
    }

    private void queries() {
      Random random = new Random(7);
      List<String> tables = List.of("plain", "parted", "sorted", "buckets", "deleted");
      for (int i = 0; i < 80; i++) {
        String t = tables.get(random.nextInt(tables.size()));
        int x = random.nextInt(1000);
        queries.add(
            switch (i % 8) {
              case 0 -> "select count(*) from " + t + "$ where k < " + x;
              case 1 -> "select sum(id), max(v), min(d) from " + t + "$ where part = " + x % 7;
              case 2 -> "select part, count(k), sum(d) from " + t + "$ group by part";
              case 3 -> "select id, v from " + t + "$ where id between " + x + " and " + (x + 9);
              case 4 ->
                  "select count(*), sum(a.id) from buckets$ a join others$ b on a.id = b.id where"
                      + " b.k = "
                      + x;
              case 5 -> "select id from " + t + "$ order by id limit 5 offset " + x;
              case 6 -> "select max(k), count(*) from " + t + "$";
              default ->
                  "select v, count(*) from " + t + "$ where v in ('v3', 'v" + x + "') group by v";
            });
      }
      for (String q : queries) {
        expected.put(q, SparkTestCase.rows(spark.sql(q.replace("$", "_p"))));
      }
    }

    private void round(Random random) throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(THREADS);
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < QUERIES_OF_A_ROUND; i++) {
        String q = queries.get(random.nextInt(queries.size()));
        running.add(
            pool.submit(
                () -> {
                  List<String> found = SparkTestCase.rows(spark.sql(q.replace("$", "")));
                  if (!found.equals(expected.get(q))) {
                    throw new AssertionError(q + ": " + found + ", not " + expected.get(q));
                  }
                }));
      }
      for (Future<?> f : running) {
        f.get();
      }
      pool.shutdown();
      if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
        throw new AssertionError("threads go on");
      }
      spark.sparkContext().listenerBus().waitUntilEmpty();
      HistoryListener.publish();
    }

    /** Instances of each class of this library after a collection, and bytes of the whole heap. */
    private static Map<String, Long> instances() throws Exception {
      String histogram =
          (String)
              ManagementFactory.getPlatformMBeanServer()
                  .invoke(
                      new ObjectName("com.sun.management:type=DiagnosticCommand"),
                      "gcClassHistogram",
                      new Object[] {new String[0]},
                      new String[] {String[].class.getName()});
      Map<String, Long> out = new TreeMap<>();
      for (String line : histogram.split("\n")) {
        String[] words = line.strip().split("\\s+");
        if (words[0].equals("Total")) {
          out.put("bytes", Long.parseLong(words[2]));
        } else if (words.length > 3 && words[3].matches("(\\[+L)?io\\.placed.*")) {
          out.put(words[3], Long.parseLong(words[1]));
        }
      }
      return out;
    }
  }
}
