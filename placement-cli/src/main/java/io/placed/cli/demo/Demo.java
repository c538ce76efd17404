package io.placed.cli.demo;

import io.placed.cli.error.CliException;
import io.placed.cli.spark.LocalSpark;
import io.placed.cli.spark.Scratch;
import io.placed.cli.text.Progress;
import io.placed.datasets.SparkTables;
import io.placed.datasets.TpchRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/** Writes lineitem with several layouts and runs the same queries on each. */
public final class Demo {
  /** Untimed runs: the first loads classes, the second compiles. */
  private static final int WARM_UP_RUNS = 2;

  private static final String VECTORED_READS = "parquet.hadoop.vectored.io.enabled";

  private static final String Q6 =
      """
      SELECT sum(l_extendedprice * l_discount) AS revenue FROM %s
      WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01'
        AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24
      """;

  private static final String LOOKUP =
      "SELECT * FROM %s WHERE l_orderkey = %d ORDER BY l_linenumber";

  /**
   * A layout of the table.
   *
   * @param options of Spark's writer
   */
  private record Way(String name, String format, String description, Map<String, String> options) {}

  private static final List<Way> WAYS =
      List.of(
          new Way("parquet", "parquet", "Spark's own, zstd", Map.of("compression", "zstd")),
          new Way("placed", "placed", "default", Map.of()),
          placed("by date", "default", "sort(l_shipdate)"),
          placed("rows by order", "albis", "sort(l_orderkey)"));

  private final double scale;
  private final int runs;
  private final Progress progress;
  private int steps;

  public Demo(double scale, int runs, Progress progress) {
    this.scale = scale;
    this.runs = runs;
    this.progress = progress;
  }

  private static Way placed(String name, String preset, String reorder) {
    return new Way(
        "placed, " + name,
        "placed",
        preset + "; reorder=" + reorder,
        Map.of("placement", preset, "placement.reorder", reorder));
  }

  /**
   * @param keep directory for the tables; null: a temporary one
   * @throws CliException if the directory is not empty
   */
  public DemoResult run(Path keep) throws IOException {
    if (keep != null && Files.exists(keep) && !isEmpty(keep)) {
      throw new CliException(keep + " is not an empty directory");
    }
    try (Scratch scratch = Scratch.create("placed-demo");
        SparkSession spark = session(scratch)) {
      Path own = scratch.path();
      return run(spark, keep == null ? own.resolve("tables") : keep, own);
    }
  }

  private Dataset<Row> lineItems(SparkSession spark) {
    return SparkTables.of(
        spark, new TpchRows("lineitem", scale, TpchRows.DECIMAL), LocalSpark.cores());
  }

  private DemoResult run(SparkSession spark, Path tables, Path scratch) throws IOException {
    step("generating");
    String generated = scratch.resolve("generated").toString();
    lineItems(spark).write().parquet(generated);
    Dataset<Row> source = spark.read().parquet(generated);
    long rows = source.count();
    List<DemoResult.Written> written = new ArrayList<>();
    for (Way way : WAYS) {
      step("writing " + way.name());
      written.add(write(spark, source, way, tables));
    }
    List<DemoResult.Measured> measured = new ArrayList<>();
    String lookup = String.format(Locale.ROOT, LOOKUP, "%s", someOrder(source));
    for (Way way : WAYS) {
      step("Q6 on " + way.name());
      measured.add(measure(spark, way, "Q6", Q6));
    }
    for (Way way : WAYS) {
      step("lookup on " + way.name());
      measured.add(measure(spark, way, "lookup", lookup));
    }
    return new DemoResult(rows, spark.version(), written, measured);
  }

  private static DemoResult.Written write(
      SparkSession spark, Dataset<Row> source, Way way, Path tables) throws IOException {
    Path path = tables.resolve(way.name().replaceAll("[^a-z0-9]+", "-"));
    long start = System.nanoTime();
    source
        .write()
        .format(way.format())
        .options(way.options())
        .mode(SaveMode.ErrorIfExists)
        .save(path.toString());
    long nanos = System.nanoTime() - start;
    spark.read().format(way.format()).load(path.toString()).createOrReplaceTempView(view(way));
    return new DemoResult.Written(way.name(), way.description(), dataBytes(path), nanos);
  }

  private DemoResult.Measured measure(SparkSession spark, Way way, String name, String sql) {
    String query = sql.formatted(view(way));
    List<Long> nanos = new ArrayList<>();
    ScanBytes bytes = null;
    String answer = null;
    for (int run = -WARM_UP_RUNS; run < runs; run++) {
      // Hadoop's counters miss vectored reads of local files: the first run counts without them.
      boolean counts = run == -WARM_UP_RUNS;
      spark.conf().set(VECTORED_READS, !counts);
      ScanBytes.Probe probe = ScanBytes.start();
      long start = System.nanoTime();
      Dataset<Row> result = spark.sql(query);
      List<Row> rows = result.collectAsList();
      if (run >= 0) {
        nanos.add(System.nanoTime() - start);
      }
      if (counts) {
        bytes = probe.stop(result);
      }
      answer = answer(name, rows);
    }
    return new DemoResult.Measured(name, way.name(), nanos, bytes.needed(), bytes.read(), answer);
  }

  /** An answer of many columns is shown by its number of rows and a hash of all of them. */
  private static String answer(String name, List<Row> rows) {
    return name.equals("Q6")
        ? String.valueOf(rows.get(0).get(0))
        : String.format(Locale.ROOT, "%d lines #%08x", rows.size(), rows.toString().hashCode());
  }

  /** The order in the middle of the table. */
  private static long someOrder(Dataset<Row> source) {
    long max = source.selectExpr("max(l_orderkey)").first().getLong(0);
    return source
        .where("l_orderkey <= " + max / 2)
        .selectExpr("max(l_orderkey)")
        .first()
        .getLong(0);
  }

  private static String view(Way way) {
    return way.name().replaceAll("[^a-z0-9]+", "_");
  }

  private void step(String what) {
    int all = 1 + 3 * WAYS.size();
    progress.set((double) steps++ / all, what);
  }

  private static SparkSession session(Scratch scratch) {
    return LocalSpark.session("placed demo", scratch)
        // The plan that ran is the plan that was made: its scans have the counters.
        .config("spark.sql.adaptive.enabled", "false")
        .getOrCreate();
  }

  /** Bytes of the files that hold data, without checksum files and commit markers. */
  private static long dataBytes(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      long sum = 0;
      for (Path p : files.filter(Files::isRegularFile).toList()) {
        boolean hidden =
            Stream.iterate(p, q -> !q.equals(directory), Path::getParent)
                .map(q -> q.getFileName().toString())
                .anyMatch(n -> n.startsWith("_") || n.startsWith("."));
        sum += hidden ? 0 : Files.size(p);
      }
      return sum;
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }
}
