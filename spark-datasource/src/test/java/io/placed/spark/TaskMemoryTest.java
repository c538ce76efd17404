package io.placed.spark;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.OneIn;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tasks that have less memory than their data, in a process of its own: the memory of a Spark
 * context is set when it starts. Memory that is still held when a task ends is an error there.
 */
class TaskMemoryTest {
  @TempDir Path directory;

  @OneIn(2)
  @Test
  void tasksSpill() throws Exception {
    String placements =
        String.join("|", SparkTestCase.oneOf(List.of("reorder=sort(k)", "row-group=64MiB")));
    run(placements, "2", Long.toString(20 << 20));
  }

  /** The scan takes all memory of the task before the sort asks for its first page. */
  @OneIn(2)
  @Test
  void scansLeaveMemoryToSorts() throws Exception {
    run("sort", "1", Long.toString(4 << 20));
  }

  private void run(String what, String cores, String memory) throws Exception {
    String text =
        ChildJvm.run(
            Child.class,
            "320m",
            directory.resolve("log"),
            directory.toString(),
            what,
            cores,
            memory);
    assertTrue(!text.contains("Managed memory leak"), text);
  }

  /** The process; whatever is wrong is thrown. */
  static final class Child {
    private static final int ROWS = 60_000;

    private static final AtomicLong PEAK = new AtomicLong();
    private static final AtomicLong FAILED = new AtomicLong();

    private final SparkSession spark;
    private final Path directory;

    /** Execution memory of all tasks together; Spark keeps a part of the heap for itself. */
    private final long memory;

    private Child(SparkSession spark, Path directory, long memory) {
      this.spark = spark;
      this.directory = directory;
      this.memory = memory;
    }

    public static void main(String[] arguments) throws Exception {
      SparkSession spark =
          SparkSession.builder()
              .master("local[" + arguments[2] + "]")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.host", "localhost")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.memory.fraction", "0.9")
              .config("spark.testing.reservedMemory", "0")
              .config("spark.testing.memory", arguments[3])
              .config("spark.unsafe.exceptionOnMemoryLeak", "true")
              .getOrCreate();
      spark.sparkContext().addSparkListener(new Peaks());
      Child child = new Child(spark, Path.of(arguments[0]), Long.parseLong(arguments[3]));
      if (arguments[1].equals("sort")) {
        child.sorts();
      } else {
        child.writes(List.of(arguments[1].split("\\|")));
        child.fails();
        child.writesAgain();
      }
      spark.stop();
      // The threads of Spark may go on.
      System.exit(0);
    }

    private static final class Peaks extends SparkListener {
      @Override
      public void onTaskEnd(SparkListenerTaskEnd end) {
        if (end.taskMetrics() != null) {
          PEAK.accumulateAndGet(end.taskMetrics().peakExecutionMemory(), Math::max);
        }
        FAILED.addAndGet(end.reason().toString().contains("planted") ? 1 : 0);
      }
    }

    /** About 400 bytes a row in memory, so 24 MB. */
    private Dataset<Row> rows() {
      return spark
          .range(0, ROWS, 1, 2)
          .selectExpr(
              "id",
              "id % 7 as p",
              "xxhash64(id) as k",
              "concat(sha2(cast(id as string), 512), sha2(cast(-id as string), 512)) as v",
              "sha2(cast(id + 1 as string), 512) as w");
    }

    private String path(String name) {
      return directory.resolve(name).toString();
    }

    /** The largest of the tasks since the last call. */
    private long peak() throws Exception {
      spark.sparkContext().listenerBus().waitUntilEmpty(TimeUnit.MINUTES.toMillis(5));
      return PEAK.getAndSet(0);
    }

    private static void require(boolean right, String what) {
      if (!right) {
        throw new AssertionError(what);
      }
    }

    private void writes(List<String> placements) throws Exception {
      rows().write().parquet(path("parquet"));
      Row expected = sum(spark.read().parquet(path("parquet")));
      for (String placement : placements) {
        boolean partitioned = !placement.equals("row-group=64MiB");
        String path = path("table" + Math.abs(placement.hashCode()));
        peak();
        var writer = rows().write().format("placed").option("placement", placement);
        (partitioned ? writer.partitionBy("p") : writer).save(path);
        long peak = peak();
        require(peak > 1 << 20 && peak <= memory, placement + ": peak " + peak);
        // Beside an aggregate of Spark, which needs memory for its groups.
        Dataset<Row> table = spark.read().format("placed").load(path);
        Row found = sum(table);
        require(found.equals(expected), placement + ": " + found + ", not " + expected);
        long groups = table.groupBy("k").count().count();
        require(groups == ROWS, placement + ": " + groups + " groups");
        // A sort of Spark in the same task, which takes its memory before and during the write.
        Dataset<Row> sorted = table.sortWithinPartitions("v");
        sorted.write().format("placed").option("placement", placement).save(path + "-sorted");
        Row copy = sum(spark.read().format("placed").load(path + "-sorted"));
        require(copy.equals(expected), placement + " after a sort: " + copy);
      }
    }

    private void sorts() {
      rows().write().parquet(path("parquet"));
      rows().coalesce(1).write().format("placed").save(path("table"));
      Row expected = sum(spark.read().parquet(path("parquet")));
      Dataset<Row> table = spark.read().format("placed").load(path("table"));
      // An aggregate would need no order, and Spark would not sort.
      table.sortWithinPartitions("v").write().parquet(path("sorted"));
      Row found = sum(spark.read().parquet(path("sorted")));
      require(found.equals(expected), "sorted: " + found + ", not " + expected);
    }

    /** Files that a procedure and a DELETE write again. */
    private void writesAgain() throws Exception {
      String path = path("again");
      rows().coalesce(2).write().format("placed").save(path);
      peak();
      SparkTestCase.sql(
          spark,
          "call placed.system.rewrite(table => '" + path + "', placement => 'reorder=sort(k)')");
      long peak = peak();
      require(peak > 1 << 20 && peak <= memory, "rewrite: peak " + peak);
      spark.sql(
          "alter table placed.`" + path + "` set tblproperties ('placed.deletes.max-share' = '0')");
      peak();
      spark.sql("delete from placed.`" + path + "` where id % 3 = 0");
      peak = peak();
      require(peak > 1 << 20 && peak <= memory, "delete: peak " + peak);
      Row expected = sum(spark.read().parquet(path("parquet")).where("id % 3 <> 0"));
      Row found = sum(spark.read().format("placed").load(path));
      require(found.equals(expected), "written again: " + found + ", not " + expected);
    }

    private static Row sum(Dataset<Row> data) {
      return data.selectExpr("count(*)", "sum(id)", "sum(p)", "bit_xor(xxhash64(id, p, k, v, w))")
          .first();
    }

    /** A task that fails gives its memory back, and the next one has it. */
    private void fails() throws Exception {
      FilterFunction<Row> planted =
          row -> {
            if (row.getLong(0) == ROWS / 2 - 10) {
              throw new IllegalStateException("planted");
            }
            return true;
          };
      boolean failed = false;
      try {
        rows()
            .filter(planted)
            .write()
            .format("placed")
            .option("placement", "reorder=sort(k)")
            .partitionBy("p")
            .save(path("failed"));
      } catch (Exception e) {
        failed = true;
      }
      require(failed, "the write did not fail");
      rows().write().format("placed").save(path("after"));
      peak();
      require(FAILED.get() > 0, "no task failed as planted");
    }
  }
}
