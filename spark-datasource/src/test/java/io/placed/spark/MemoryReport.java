package io.placed.spark;

import io.placed.io.IoCounters;
import io.placed.io.LocalFileStore;
import io.placed.placement.Placement;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.spark.internal.Session;
import io.placed.vector.Batch;
import io.placed.vector.LongColumn;
import io.placed.vector.TaskMemory;
import io.placed.write.FileSequence;
import io.placed.write.options.WriteMemory;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;

/**
 * What it costs that writers and readers register their memory with Spark's task memory manager:
 * writes and scans in tasks of Spark, with and without it, on one core. Prints Markdown;
 * docs/performance.md describes usage.
 *
 * <p>Arguments: {@code DIRECTORY ROUNDS}.
 */
final class MemoryReport {
  private static final int WARM_UP = 3;
  private static final int ROWS = 1_000_000;
  private static final int BATCH_ROWS = 4096;

  private static final Schema SCHEMA =
      Schema.parse("id: int64, k: int32, price: double, word: string, text: string");

  private static final List<String> PLACEMENTS = List.of("row-group=64MiB", "reorder=sort(k)");

  private static final LocalFileStore STORE = new LocalFileStore();

  /** The rows, in the process of all tasks. */
  private static final List<Batch> ROWS_IN_MEMORY = new ArrayList<>();

  private final Path directory;
  private final JavaSparkContext spark;

  private MemoryReport(Path directory, SparkSession session) {
    this.directory = directory;
    spark = JavaSparkContext.fromSparkContext(session.sparkContext());
  }

  public static void main(String[] args) {
    int exit = 0;
    try {
      fill(new Random(1));
      SparkSession session = ReportSession.of("local[1]");
      new MemoryReport(Files.createDirectories(Path.of(args[0])), session)
          .run(Integer.parseInt(args[1]));
    } catch (Throwable e) {
      e.printStackTrace();
      exit = 1;
    }
    Runtime.getRuntime().halt(exit);
  }

  private static void fill(Random random) {
    for (int from = 0; from < ROWS; from += BATCH_ROWS) {
      Batch batch = Batch.of(SCHEMA);
      for (int i = from; i < Math.min(ROWS, from + BATCH_ROWS); i++) {
        batch.appendRow(
            (long) i,
            random.nextInt(1000),
            random.nextInt(100_000) / 100.0,
            "word " + random.nextInt(500),
            Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong()));
      }
      ROWS_IN_MEMORY.add(batch);
    }
  }

  /** What a task of Spark measures; it gets the memory. */
  private interface Measured {
    long sum(TaskMemory memory) throws IOException;
  }

  private void run(int rounds) throws Exception {
    Map<String, Measured> all = new LinkedHashMap<>();
    for (String placement : PLACEMENTS) {
      String file = directory.resolve(placement.replaceAll("\\W+", "-") + ".placed").toString();
      all.put("write " + placement, memory -> write(file, placement, memory));
      all.put("scan " + placement, memory -> scan(file, memory));
    }
    System.out.println("| | registered ms | not registered ms | ratio | registered at most |");
    System.out.println("|---|---:|---:|---:|---:|");
    for (Map.Entry<String, Measured> one : all.entrySet()) {
      Peak peak = new Peak();
      spark.sc().addSparkListener(peak);
      List<Double> with = new ArrayList<>();
      List<Double> without = new ArrayList<>();
      for (int round = -WARM_UP; round < rounds; round++) {
        // Each comes first in every other round.
        for (boolean registered : new boolean[] {round % 2 == 0, round % 2 != 0}) {
          double millis = millis(one.getValue(), registered);
          if (round >= 0) {
            (registered ? with : without).add(millis);
          }
        }
      }
      spark.sc().listenerBus().waitUntilEmpty();
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %s | %.3f | %.1f MiB |%n",
          one.getKey(),
          text(with),
          text(without),
          median(with) / median(without),
          peak.bytes / 1048576.0);
      spark.sc().removeSparkListener(peak);
    }
  }

  private static final class Peak extends SparkListener {
    private long bytes;

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      bytes = Math.max(bytes, end.taskMetrics().peakExecutionMemory());
    }
  }

  /** Milliseconds in the task. */
  private double millis(Measured measured, boolean registered) {
    Tasks.next = measured;
    return spark.parallelize(List.of(registered), 1).map(Tasks::run).collect().get(0);
  }

  /** Tasks run in this process, so that nothing has to be serialized. */
  private static final class Tasks {
    private static volatile Measured next;

    private Tasks() {}

    static double run(boolean registered) {
      TaskMemory memory = registered ? Session.taskMemory() : TaskMemory.UNLIMITED;
      if (TaskContext.get() == null) {
        throw new IllegalStateException("not in a task");
      }
      long start = System.nanoTime();
      try {
        long sum = next.sum(memory);
        if (sum != (long) ROWS * (ROWS - 1) / 2) {
          throw new IllegalStateException("other rows: " + sum);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return (System.nanoTime() - start) / 1e6;
    }
  }

  private static long write(String file, String placement, TaskMemory memory) throws IOException {
    Files.deleteIfExists(Path.of(file));
    WriteOptions options = WriteOptions.defaults().withPlacement(Placement.parse(placement));
    FileSequence.Limit none = new FileSequence.Limit(0, false);
    long rows = 0;
    try (FileSequence out =
        new FileSequence(
            STORE, () -> file, SCHEMA, options, WriteMemory.of(options, 1, memory), none)) {
      for (Batch batch : ROWS_IN_MEMORY) {
        out.write(batch);
        rows += batch.rows();
      }
      out.finish();
    }
    return rows * (rows - 1) / 2;
  }

  private static long scan(String file, TaskMemory memory) throws IOException {
    long sum = 0;
    try (FileReader in = FileReader.open(STORE.input(file), new IoCounters());
        BatchReader rows = in.read(ReadRequest.all().withMemory(memory))) {
      while (rows.next()) {
        long[] ids = ((LongColumn) rows.batch().column(0)).values();
        for (int i = 0; i < rows.batch().rows(); i++) {
          sum += ids[i];
        }
      }
    }
    return sum;
  }

  private static double median(List<Double> times) {
    return times.stream().sorted().toList().get(times.size() / 2);
  }

  private static String text(List<Double> times) {
    List<Double> sorted = times.stream().sorted().toList();
    return String.format(
        Locale.ROOT,
        "%.0f (%.0f–%.0f)",
        median(times),
        sorted.get(0),
        sorted.get(sorted.size() - 1));
  }
}
