package io.placed.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Times of the queries of TPC-H or TPC-DS on Placed and on Parquet with zstd, and the geometric
 * means of the ratios. Prints Markdown; docs/performance.md describes usage and results.
 *
 * <p>Arguments: {@code prepare DIRECTORY tpch|tpcds SCALE [LAYOUT…]} generates and writes all
 * tables, one file per unit of the scale; {@code run DIRECTORY tpch|tpcds RUNS [cores=N] [warmup=N]
 * [layouts=A,B] [QUERY…]} runs all queries, or the given ones, on one core or on N, twice or N
 * times as warm-up and then RUNS times, alternating between the layouts.
 *
 * <p>Layouts are {@code parquet}, with which the others are compared, {@code placed}, and for TPC-H
 * {@code joined}: tables of Placed divided into buckets by the keys of their joins and sorted by
 * them.
 */
final class QueryReport {
  private static final String PARQUET = "parquet";
  private static final String JOINED = "joined";
  private static final int ROWS_PER_FILE = 5_000_000;

  /** A bucket of lineitem at scale factor 10 is read by one task, which keeps it in order. */
  private static final int BUCKETS = 16;

  private static final Map<String, String> JOIN_KEYS =
      Map.of(
          "lineitem", "l_orderkey",
          "orders", "o_orderkey",
          "customer", "c_custkey",
          "part", "p_partkey",
          "partsupp", "ps_partkey");

  private final Path directory;
  private final String benchmark;
  private final SparkSession spark;

  private QueryReport(Path directory, String benchmark, int cores) {
    this.directory = directory;
    this.benchmark = benchmark;
    spark = ReportSession.of("local[" + cores + "]");
    if (cores > 1) {
      // Spark's own number of partitions, which adaptive execution merges.
      spark.conf().unset("spark.sql.shuffle.partitions");
    }
  }

  public static void main(String[] args) {
    int exit = 0;
    try {
      Path directory = Path.of(args[1]);
      switch (args[0]) {
        case "prepare" -> {
          List<String> layouts = List.of(args).subList(4, args.length);
          new QueryReport(directory, args[2], Runtime.getRuntime().availableProcessors())
              .prepare(
                  Double.parseDouble(args[3]),
                  layouts.isEmpty() ? List.of(PARQUET, "placed") : layouts);
        }
        case "run" -> {
          List<String> rest = new ArrayList<>(List.of(args).subList(4, args.length));
          int cores = Integer.parseInt(value(rest, "cores=", "1"));
          int warmUp = Integer.parseInt(value(rest, "warmup=", "2"));
          String layouts = value(rest, "layouts=", PARQUET + ",placed");
          new QueryReport(directory, args[2], cores)
              .run(warmUp, Integer.parseInt(args[3]), List.of(layouts.split(",")), rest);
        }
        default -> throw new IllegalArgumentException(args[0] + ": prepare or run");
      }
    } catch (Throwable e) {
      e.printStackTrace();
      exit = 1;
    }
    Runtime.getRuntime().halt(exit);
  }

  /** Takes the value of an argument such as {@code cores=2} out of the others. */
  private static String value(List<String> args, String name, String otherwise) {
    for (String arg : args) {
      if (arg.startsWith(name)) {
        args.remove(arg);
        return arg.substring(name.length());
      }
    }
    return otherwise;
  }

  private void prepare(double scale, List<String> layouts) {
    int parts = (int) Math.max(1, scale);
    for (String table : TpcQueries.tables(benchmark)) {
      if (layouts.contains(PARQUET)) {
        Dataset<Row> rows =
            benchmark.equals("tpch")
                ? TpcTables.tpch(spark, table, scale, parts)
                : TpcTables.tpcds(spark, table, scale, parts);
        rows.write()
            .option("compression", "zstd")
            .option("maxRecordsPerFile", ROWS_PER_FILE)
            .parquet(path(table, PARQUET));
      }
      if (layouts.contains("placed")) {
        Dataset<Row> rows = open(table, PARQUET).coalesce(parts);
        rows.write().format("placed").save(path(table, "placed"));
      }
      if (layouts.contains(JOINED)) {
        join(table, scale);
      }
    }
  }

  private void join(String table, double scale) {
    String key = JOIN_KEYS.get(table);
    open(table, PARQUET).createOrReplaceTempView("rows");
    String placement =
        key == null
            ? ""
            : " partitioned by (bucket("
                + BUCKETS
                + ", "
                + key
                + ")) tblproperties ('placement.reorder' = 'sort("
                + key
                + ")')";
    String target = "placed.`" + path(table, JOINED) + "`";
    spark.sql(
        "create table "
            + target
            + " ("
            + open(table, PARQUET).schema().toDDL()
            + ") using placed"
            + placement);
    spark.sql("insert into " + target + " select * from rows");
  }

  private void run(int warmUp, int runs, List<String> layouts, List<String> names)
      throws Exception {
    System.out.print("| query |");
    layouts.forEach(l -> System.out.print(" " + l + " ms |"));
    layouts.stream().skip(1).forEach(l -> System.out.print(" " + l + ", times Parquet's speed |"));
    System.out.println("\n|---|" + "---:|".repeat(2 * layouts.size() - 1));
    double[] logs = new double[layouts.size()];
    double[] sums = new double[layouts.size()];
    int count = 0;
    for (Map.Entry<String, String> query : TpcQueries.of(benchmark).entrySet()) {
      if (!names.isEmpty() && !names.contains(query.getKey())) {
        continue;
      }
      double[] medians = times(query.getKey(), query.getValue(), layouts, warmUp, runs);
      for (int l = 0; l < medians.length; l++) {
        logs[l] += Math.log(medians[0] / medians[l]);
        sums[l] += medians[l];
      }
      count++;
      print(query.getKey(), medians, l -> medians[0] / medians[l]);
    }
    int queries = count;
    print("all, geometric mean", sums, l -> Math.exp(logs[l] / queries));
  }

  private static void print(String name, double[] millis, IntToDoubleFunction ratio) {
    StringBuilder line = new StringBuilder("| " + name + " |");
    for (double m : millis) {
      line.append(String.format(Locale.ROOT, " %.0f |", m));
    }
    for (int l = 1; l < millis.length; l++) {
      line.append(String.format(Locale.ROOT, " %.2f |", ratio.applyAsDouble(l)));
    }
    System.out.println(line);
  }

  private double[] times(String name, String query, List<String> layouts, int warmUp, int runs) {
    List<List<Double>> times =
        layouts.stream().map(l -> (List<Double>) new ArrayList<Double>()).toList();
    List<Row> expected = null;
    for (int run = -warmUp; run < runs; run++) {
      for (int f = 0; f < layouts.size(); f++) {
        for (String table : TpcQueries.tables(benchmark)) {
          if (TpcQueries.names(query, table)) {
            open(table, layouts.get(f)).createOrReplaceTempView(table);
          }
        }
        spark.conf().set("spark.sql.sources.v2.bucketing.enabled", layouts.get(f).equals(JOINED));
        long start = System.nanoTime();
        List<Row> found = spark.sql(query).collectAsList();
        if (run >= 0) {
          times.get(f).add((System.nanoTime() - start) / 1e6);
        }
        expected = expected == null ? found : expected;
        if (!query.toLowerCase(Locale.ROOT).contains("limit")) {
          ReportRows.check(expected, found, name + ", " + layouts.get(f));
        }
      }
    }
    return times.stream()
        .mapToDouble(t -> t.stream().sorted().toList().get(t.size() / 2))
        .toArray();
  }

  private Dataset<Row> open(String table, String layout) {
    String format = layout.equals(PARQUET) ? PARQUET : "placed";
    return spark.read().format(format).load(path(table, layout));
  }

  private String path(String table, String layout) {
    return directory.resolve(table + "_" + layout).toString();
  }
}
