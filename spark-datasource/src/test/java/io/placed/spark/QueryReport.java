package io.placed.spark;

import io.placed.advise.Advice;
import io.placed.advise.AdvisorSettings;
import io.placed.advise.JoinedTables;
import io.placed.advise.QueriedTable;
import io.placed.advise.report.AdviceText;
import io.placed.io.FileStores;
import io.placed.spark.workload.HistoryListener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
 * <p>Layouts are {@code parquet}, {@code placed}, {@code advised}: what the adviser advises for the
 * history of the queries of the benchmark on {@code placed}, asked once a day, where the tables of
 * {@code placed} are left as they are if that is the advice; and for TPC-H {@code joined}: tables
 * of Placed divided into buckets by the keys of their joins and sorted by them. The first one is
 * that with which the others are compared.
 */
final class QueryReport {
  private static final String PARQUET = "parquet";
  private static final String PLACED = "placed";
  private static final String JOINED = "joined";
  private static final String ADVISED = "advised";
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

  private static final Set<String> IN_BUCKETS = Set.of(JOINED, ADVISED);

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
                  layouts.isEmpty() ? List.of(PARQUET, PLACED) : layouts);
        }
        case "run" -> {
          List<String> rest = new ArrayList<>(List.of(args).subList(4, args.length));
          int cores = Integer.parseInt(value(rest, "cores=", "1"));
          int warmUp = Integer.parseInt(value(rest, "warmup=", "2"));
          String layouts = value(rest, "layouts=", PARQUET + "," + PLACED);
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

  private void prepare(double scale, List<String> layouts) throws Exception {
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
      if (layouts.contains(PLACED)) {
        Dataset<Row> rows = open(table, PARQUET).coalesce(parts);
        rows.write().format(PLACED).save(path(table, PLACED));
      }
      if (layouts.contains(JOINED)) {
        join(table);
      }
    }
    if (layouts.contains(ADVISED)) {
      advise();
    }
  }

  /** Writes the tables for which the advice is a change, and says what it is. */
  private void advise() throws Exception {
    Path workload = directory.resolve(benchmark + "_history");
    if (!Files.exists(workload)) {
      spark.conf().set(HistoryListener.SETTING, workload.toString());
      TpcQueries.of(benchmark)
          .forEach(
              (name, sql) -> {
                openAll(sql, PLACED);
                spark.sql(sql).collectAsList();
              });
      spark.sparkContext().listenerBus().waitUntilEmpty();
      HistoryListener.publish();
      spark.conf().unset(HistoryListener.SETTING);
    }
    List<QueriedTable.Named> tables =
        TpcQueries.tables(benchmark).stream()
            .map(t -> new QueriedTable.Named(path(t, PLACED), t))
            .toList();
    FileStores stores = FileStores.local();
    List<QueriedTable> loaded = QueriedTable.load(stores, workload.toString(), tables);
    List<Advice> advices =
        JoinedTables.advise(
            loaded, AdvisorSettings.defaults().withHorizon(30), QueriedTable::advise);
    for (int t = 0; t < loaded.size(); t++) {
      Advice advice = advices.get(t);
      System.out.println(AdviceText.of(advice, loaded.get(t).queries().report().lines()));
      if (advice.decision().change()) {
        if (advice.then().hasBuckets()) {
          // As the statements of the advice do, which write the rows of the table itself.
          spark.conf().set("spark.datasource.placed.write.distribution-mode", "hash");
        }
        create(
            tables.get(t).name(),
            ADVISED,
            advice.then().partitioning(),
            Map.of(
                "placement", advice.best().toString(), "profile", advice.then().profile().text()));
        spark.conf().unset("spark.datasource.placed.write.distribution-mode");
      }
    }
  }

  /** Creates a table of a layout with the rows of that in Parquet. */
  private void create(
      String table, String layout, String partitioning, Map<String, String> properties) {
    open(table, PARQUET).createOrReplaceTempView("rows");
    String target = "placed.`" + path(table, layout) + "`";
    List<String> set = new ArrayList<>();
    properties.forEach(
        (name, value) -> set.add("'" + name + "' = '" + value.replace("'", "\\'") + "'"));
    spark.sql(
        "create table "
            + target
            + " ("
            + open(table, PARQUET).schema().toDDL()
            + ") using placed"
            + (partitioning.isEmpty() ? "" : " partitioned by (" + partitioning + ")")
            + (set.isEmpty() ? "" : " tblproperties (" + String.join(", ", set) + ")"));
    spark.sql("insert into " + target + " select * from rows");
  }

  private void join(String table) {
    String key = JOIN_KEYS.get(table);
    create(
        table,
        JOINED,
        key == null ? "" : "bucket(" + BUCKETS + ", " + key + ")",
        key == null ? Map.of() : Map.of("placement.reorder", "sort(" + key + ")"));
  }

  private void run(int warmUp, int runs, List<String> layouts, List<String> names)
      throws Exception {
    System.out.print("| query |");
    layouts.forEach(l -> System.out.print(" " + l + " ms |"));
    String first = layouts.get(0);
    layouts.stream()
        .skip(1)
        .forEach(l -> System.out.print(" " + l + ", times the speed of " + first + " |"));
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
        openAll(query, layouts.get(f));
        String layout = layouts.get(f);
        spark.conf().set("spark.sql.sources.v2.bucketing.enabled", IN_BUCKETS.contains(layout));
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

  private void openAll(String query, String layout) {
    for (String table : TpcQueries.tables(benchmark)) {
      if (TpcQueries.names(query, table)) {
        open(table, layout).createOrReplaceTempView(table);
      }
    }
  }

  private Dataset<Row> open(String table, String layout) {
    String format = layout.equals(PARQUET) ? PARQUET : PLACED;
    boolean left = layout.equals(ADVISED) && !Files.exists(Path.of(path(table, ADVISED)));
    return spark.read().format(format).load(path(table, left ? PLACED : layout));
  }

  private String path(String table, String layout) {
    return directory.resolve(table + "_" + layout).toString();
  }
}
