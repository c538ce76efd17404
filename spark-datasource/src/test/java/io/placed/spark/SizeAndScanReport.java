package io.placed.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Sizes, write times, scan times and the heap needed for writing, of lineitem and store_sales as
 * Parquet with zstd and as Placed, with one core. Prints Markdown; docs/performance.md describes
 * usage and results.
 *
 * <p>Arguments: {@code generate DIRECTORY SCALE double|decimal}, then {@code size|scan|heap
 * DIRECTORY [TABLE]}. {@code heap} starts processes with {@code write DIRECTORY TABLE LAYOUT}.
 */
final class SizeAndScanReport {
  /** Measured runs of a query, after {@link #WARM_UP} others. */
  private static final int RUNS = 7;

  private static final int WARM_UP = 3;

  /** Heap sizes to try, in MiB. */
  private static final int[] HEAPS = {
    192, 256, 320, 384, 448, 512, 640, 768, 1024, 1536, 2048, 3072
  };

  private static final List<String> TABLES = List.of("lineitem", "store_sales");

  private static final Map<String, String> SORT_KEYS =
      Map.of("lineitem", "l_shipdate", "store_sales", "ss_sold_date_sk");

  private static final List<String> LAYOUTS =
      List.of("parquet", "placed", "parquet sorted", "placed sorted");

  private final Path directory;
  private final SparkSession spark;

  private SizeAndScanReport(Path directory) {
    this.directory = directory;
    spark = ReportSession.of("local[1]");
  }

  public static void main(String[] args) {
    int exit = 0;
    try {
      run(args);
    } catch (Throwable e) {
      e.printStackTrace();
      exit = 1;
    }
    // After an OutOfMemoryError, remaining threads of Spark would keep the process alive.
    Runtime.getRuntime().halt(exit);
  }

  private static void run(String[] args) throws Exception {
    Path directory = Path.of(args[1]);
    List<String> tables = args.length == 3 ? List.of(args[2]) : TABLES;
    switch (args[0]) {
      case "generate" ->
          new SizeAndScanReport(directory)
              .generate(Double.parseDouble(args[2]), args[3].equals("decimal"));
      case "size" -> new SizeAndScanReport(directory).size(tables);
      case "scan" -> new SizeAndScanReport(directory).scan(tables);
      case "heap" -> heap(directory, tables);
      case "write" -> new SizeAndScanReport(directory).write(args[2], args[3]);
      default -> throw new IllegalArgumentException(args[0] + ": generate, size, scan or heap");
    }
  }

  private void generate(double scale, boolean decimals) {
    TpcTables.lineItem(spark, scale, 1, decimals)
        .write()
        .mode("overwrite")
        .parquet(path("lineitem", "source"));
    TpcTables.storeSales(spark, scale, 1, decimals)
        .write()
        .mode("overwrite")
        .parquet(path("store_sales", "source"));
  }

  /** Writes each table with every layout, as one file, in generated order. */
  private void size(List<String> tables) throws IOException {
    System.out.println("| table | layout | MiB | of Parquet | write s |\n|---|---|---:|---:|---:|");
    for (String table : tables) {
      Dataset<Row> source = source(table);
      Row expected = Fingerprint.of(source);
      source.write().format("noop").mode("overwrite").save();
      long read = time(() -> source.write().format("noop").mode("overwrite").save());
      // The first run is for the compiler; the second one counts.
      for (String layout : LAYOUTS) {
        write(table, layout);
      }
      long parquet = 0;
      for (String layout : LAYOUTS) {
        remove(Path.of(path(table, layout)));
        long nanos = time(() -> write(table, layout));
        check(expected, Fingerprint.of(open(table, layout)), table + " " + layout);
        long bytes = bytes(Path.of(path(table, layout)));
        parquet = layout.equals("parquet") ? bytes : parquet;
        System.out.printf(
            Locale.ROOT,
            "| %s | %s | %.1f | %.3f | %.1f |%n",
            table,
            layout,
            bytes / 1048576.0,
            bytes / (double) parquet,
            nanos / 1e9);
      }
      System.out.printf(
          Locale.ROOT,
          "| %s | (only reading the source) | | | %.1f |%n%s: %,d rows, fingerprint %s%n",
          table,
          read / 1e9,
          table,
          expected.getLong(0),
          expected);
    }
  }

  private void write(String table, String layout) {
    Dataset<Row> source = source(table);
    String key = SORT_KEYS.get(table);
    boolean sorted = layout.endsWith("sorted");
    if (layout.startsWith("parquet")) {
      Dataset<Row> rows = sorted ? source.sortWithinPartitions(key) : source;
      rows.write().mode("overwrite").option("compression", "zstd").parquet(path(table, layout));
    } else {
      var writer = source.write().format("placed").mode("overwrite");
      if (sorted) {
        writer.option("placement.reorder", "sort(" + key + ")");
      }
      writer.save(path(table, layout));
    }
  }

  private void scan(List<String> tables) {
    System.out.println(
        "| table | query | rows | "
            + LAYOUTS.stream().map(l -> l + " ms").collect(Collectors.joining(" | "))
            + " |\n|---|---|---:|---:|---:|---:|---:|");
    for (String table : tables) {
      for (var query : queries(table).entrySet()) {
        Map<String, List<Double>> times = new LinkedHashMap<>();
        List<Row> expected = null;
        for (String layout : LAYOUTS) {
          open(table, layout).createOrReplaceTempView(view(table, layout));
          List<Row> found = run(query.getValue(), table, layout);
          expected = expected == null ? found : expected;
          ReportRows.check(expected, found, table + " " + layout + " " + query.getKey());
        }
        for (int run = -WARM_UP; run < RUNS; run++) {
          for (String layout : LAYOUTS) {
            long nanos = time(() -> run(query.getValue(), table, layout));
            if (run >= 0) {
              times.computeIfAbsent(layout, l -> new ArrayList<>()).add(nanos / 1e6);
            }
          }
        }
        System.out.println(
            "| "
                + String.join(" | ", table, query.getKey(), String.valueOf(expected.size()))
                + " | "
                + times.values().stream()
                    .map(SizeAndScanReport::summary)
                    .collect(Collectors.joining(" | "))
                + " |");
      }
    }
  }

  private Map<String, String> queries(String table) {
    Map<String, String> out = new LinkedHashMap<>();
    if (table.equals("store_sales")) {
      out.put(
          "sums of all 23 columns",
          Arrays.stream(source(table).columns())
              .map(c -> "sum(" + c + ")")
              .collect(Collectors.joining(", ", "select ", " from T")));
      out.put("sum of one column", "select sum(ss_net_profit), count(ss_net_profit) from T");
      return out;
    }
    long key = source(table).selectExpr("max(l_orderkey)").head().getLong(0);
    Row middle =
        source(table)
            .where("l_orderkey >= " + key / 2)
            .selectExpr("min_by(l_comment, l_orderkey)", "min(l_orderkey)")
            .head();
    out.put(
        "Q6",
        "select sum(l_extendedprice * l_discount) from T where l_shipdate >= date'1994-01-01' and"
            + " l_shipdate < date'1995-01-01' and l_discount between 0.05 and 0.07 and l_quantity <"
            + " 24");
    out.put(
        "Q1",
        "select l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),"
            + " sum(l_extendedprice * (1 - l_discount)),"
            + " sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)), avg(l_quantity),"
            + " avg(l_extendedprice), avg(l_discount), count(*) from T"
            + " where l_shipdate <= date'1998-09-02' group by l_returnflag, l_linestatus"
            + " order by l_returnflag, l_linestatus");
    out.put("one order, all columns", "select * from T where l_orderkey = " + middle.getLong(1));
    out.put("shipmode = 'AIR'", "select count(*), sum(l_quantity) from T where l_shipmode = 'AIR'");
    out.put(
        "one comment",
        "select l_orderkey from T where l_comment = '"
            + middle.getString(0).replace("'", "\\'")
            + "'");
    out.put(
        "all columns",
        "select "
            + Arrays.stream(source(table).columns())
                .map(c -> "max(" + c + ")")
                .collect(Collectors.joining(", "))
            + " from T");
    return out;
  }

  /**
   * For each table and layout, the smallest of {@link #HEAPS} with which a process can write it.
   */
  private static void heap(Path directory, List<String> tables) throws Exception {
    System.out.println("| table | layout | smallest -Xmx MiB |\n|---|---|---:|");
    for (String table : tables) {
      for (String layout : LAYOUTS) {
        int low = 0;
        int high = HEAPS.length - 1;
        while (low < high) {
          int middle = (low + high) / 2;
          if (writes(directory, table, layout, HEAPS[middle])) {
            high = middle;
          } else {
            low = middle + 1;
          }
        }
        System.out.println("| " + table + " | " + layout + " | " + HEAPS[low] + " |");
      }
    }
  }

  private static boolean writes(Path directory, String table, String layout, int mebibytes)
      throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Spark refuses less than 450 MiB except in tests.
    command.addAll(List.of("-Xmx" + mebibytes + "m", "-Dspark.testing.reservedMemory=50331648"));
    java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(a -> !a.startsWith("-Xmx"))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SizeAndScanReport.class.getName(), "write", directory.toString()));
    command.addAll(List.of(table, layout));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("heap.log").toFile())
            .start();
    // Ten times the usual time: a process that only collects garbage has failed.
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
      return false;
    }
    return process.exitValue() == 0;
  }

  private Dataset<Row> source(String table) {
    return spark.read().parquet(path(table, "source")).coalesce(1);
  }

  private Dataset<Row> open(String table, String layout) {
    return spark.read().format(layout.replace(" sorted", "")).load(path(table, layout));
  }

  private List<Row> run(String query, String table, String layout) {
    return spark.sql(query.replace(" T", " " + view(table, layout))).collectAsList();
  }

  private static String view(String table, String layout) {
    return table + "_" + layout.replace(' ', '_');
  }

  private String path(String table, String layout) {
    return directory.resolve(view(table, layout)).toString();
  }

  private static long bytes(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      return files
          .filter(f -> f.toString().endsWith(".parquet") || f.toString().endsWith(".placed"))
          .mapToLong(f -> f.toFile().length())
          .sum();
    }
  }

  /** Older snapshots keep their files, so a table is written into an empty directory. */
  private static void remove(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (var files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
      }
    }
  }

  private static long time(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return System.nanoTime() - start;
  }

  /** Median (minimum–maximum). */
  private static String summary(List<Double> times) {
    List<Double> sorted = times.stream().sorted().toList();
    return String.format(
        Locale.ROOT,
        "%.0f (%.0f–%.0f)",
        sorted.get(sorted.size() / 2),
        sorted.get(0),
        sorted.get(sorted.size() - 1));
  }

  private static void check(Row expected, Row found, String what) {
    ReportRows.check(List.of(expected), List.of(found), what);
  }
}
