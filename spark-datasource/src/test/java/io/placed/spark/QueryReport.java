package io.placed.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Times of the queries of TPC-H or TPC-DS on Placed and on Parquet with zstd, and the geometric
 * mean of the ratios. Prints Markdown; docs/performance.md describes usage and results.
 *
 * <p>Arguments: {@code prepare DIRECTORY tpch|tpcds SCALE} generates and writes all tables, one
 * file per unit of the scale; {@code run DIRECTORY tpch|tpcds RUNS [cores=N] [warmup=N] [QUERY…]}
 * runs all queries, or the given ones, on one core or on N, twice or N times as warm-up and then
 * RUNS times, alternating between the formats.
 */
final class QueryReport {
  private static final List<String> FORMATS = List.of("parquet", "placed");
  private static final int ROWS_PER_FILE = 5_000_000;

  private final Path directory;
  private final String benchmark;
  private final SparkSession spark;

  private QueryReport(Path directory, String benchmark, String master) {
    this.directory = directory;
    this.benchmark = benchmark;
    spark = ReportSession.of(master);
  }

  public static void main(String[] args) {
    int exit = 0;
    try {
      Path directory = Path.of(args[1]);
      switch (args[0]) {
        case "prepare" ->
            new QueryReport(directory, args[2], "local[*]").prepare(Double.parseDouble(args[3]));
        case "run" -> {
          List<String> rest = new ArrayList<>(List.of(args).subList(4, args.length));
          int cores = number(rest, "cores=", 1);
          int warmUp = number(rest, "warmup=", 2);
          new QueryReport(directory, args[2], "local[" + cores + "]")
              .run(warmUp, Integer.parseInt(args[3]), rest);
        }
        default -> throw new IllegalArgumentException(args[0] + ": prepare or run");
      }
    } catch (Throwable e) {
      e.printStackTrace();
      exit = 1;
    }
    Runtime.getRuntime().halt(exit);
  }

  /** Takes a number of an argument such as {@code cores=2} out of the others. */
  private static int number(List<String> args, String name, int otherwise) {
    for (String arg : args) {
      if (arg.startsWith(name)) {
        args.remove(arg);
        return Integer.parseInt(arg.substring(name.length()));
      }
    }
    return otherwise;
  }

  private void prepare(double scale) {
    int parts = (int) Math.max(1, scale);
    for (String table : TpcQueries.tables(benchmark)) {
      Dataset<Row> rows =
          benchmark.equals("tpch")
              ? TpcTables.tpch(spark, table, scale, parts)
              : TpcTables.tpcds(spark, table, scale, parts);
      rows.write()
          .option("compression", "zstd")
          .option("maxRecordsPerFile", ROWS_PER_FILE)
          .parquet(path(table, "parquet"));
      open(table, "parquet").coalesce(parts).write().format("placed").save(path(table, "placed"));
    }
  }

  private void run(int warmUp, int runs, List<String> names) throws Exception {
    System.out.println("| query | parquet ms | placed ms | times Parquet's speed |");
    System.out.println("|---|---:|---:|---:|");
    double logs = 0;
    int count = 0;
    for (Map.Entry<String, String> query : TpcQueries.of(benchmark).entrySet()) {
      if (!names.isEmpty() && !names.contains(query.getKey())) {
        continue;
      }
      double[] medians = times(query.getKey(), query.getValue(), warmUp, runs);
      double ratio = medians[0] / medians[1];
      logs += Math.log(ratio);
      count++;
      System.out.printf(
          Locale.ROOT,
          "| %s | %.0f | %.0f | %.2f |%n",
          query.getKey(),
          medians[0],
          medians[1],
          ratio);
    }
    System.out.printf(
        Locale.ROOT, "| geometric mean of %d | | | %.2f |%n", count, Math.exp(logs / count));
  }

  private double[] times(String name, String query, int warmUp, int runs) {
    List<List<Double>> times = List.of(new ArrayList<>(), new ArrayList<>());
    List<Row> expected = null;
    for (int run = -warmUp; run < runs; run++) {
      for (int f = 0; f < FORMATS.size(); f++) {
        for (String table : TpcQueries.tables(benchmark)) {
          if (TpcQueries.names(query, table)) {
            open(table, FORMATS.get(f)).createOrReplaceTempView(table);
          }
        }
        long start = System.nanoTime();
        List<Row> found = spark.sql(query).collectAsList();
        if (run >= 0) {
          times.get(f).add((System.nanoTime() - start) / 1e6);
        }
        expected = expected == null ? found : expected;
        if (!query.toLowerCase(Locale.ROOT).contains("limit")) {
          ReportRows.check(expected, found, name + ", " + FORMATS.get(f));
        }
      }
    }
    return times.stream()
        .mapToDouble(t -> t.stream().sorted().toList().get(t.size() / 2))
        .toArray();
  }

  private Dataset<Row> open(String table, String format) {
    return spark.read().format(format).load(path(table, format));
  }

  private String path(String table, String format) {
    return directory.resolve(table + "_" + format).toString();
  }
}
