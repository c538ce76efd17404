package io.placed.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Queries on Placed, Parquet with zstd and ORC with zstd side by side, with one core. Prints
 * Markdown; docs/performance.md describes usage and results.
 *
 * <p>Arguments: {@code prepare DIRECTORY SCALE double|decimal [TABLE…]} generates and writes the
 * tables; {@code run DIRECTORY RUNS [QUERY…]} runs every query whose name starts with one of the
 * given names, for some seconds as warm-up and then RUNS times, with the layouts alternating in
 * each round.
 */
final class SpeedReport {
  /** Warm-up time of each layout of a query, with at least two runs. */
  private static final long WARM_UP_NANOS = 4_000_000_000L;

  private static final List<String> LINEITEM =
      List.of("parquet", "orc", "placed", "parquet sorted", "placed sorted");
  private static final List<String> UNSORTED = List.of("parquet", "orc", "placed");

  /** The layout whose rows come from memory; see {@link ZeroDecodeSource}. */
  private static final String MEMORY = "memory";

  /** The layout whose rows are in Spark's own cache of tables. */
  private static final String CACHED = "cached";

  /** Small tables have at most some mebibytes, as store_sales has at scale 0.01. */
  private static final long SMALL = 200_000;

  private static final Map<String, String> SORT_KEYS = Map.of("lineitem", "l_shipdate");

  private final Path directory;
  private final SparkSession spark;

  /**
   * @param layouts on which the query runs, in this order
   */
  private record Query(String table, String text, List<String> layouts) {}

  private SpeedReport(Path directory, String master) {
    this.directory = directory;
    spark = ReportSession.of(master);
  }

  public static void main(String[] args) {
    int exit = 0;
    try {
      List<String> names = List.of(args).subList(args[0].equals("prepare") ? 4 : 3, args.length);
      Path directory = Path.of(args[1]);
      switch (args[0]) {
        case "prepare" ->
            new SpeedReport(directory, "local[*]")
                .prepare(Double.parseDouble(args[2]), args[3].equals("decimal"), names);
        case "run" -> new SpeedReport(directory, "local[1]").run(Integer.parseInt(args[2]), names);
        default -> throw new IllegalArgumentException(args[0] + ": prepare or run");
      }
    } catch (Throwable e) {
      e.printStackTrace();
      exit = 1;
    }
    Runtime.getRuntime().halt(exit);
  }

  /** One file per unit of the scale, in generated order or sorted by the key. */
  private void prepare(double scale, boolean decimals, List<String> tables) {
    int parts = (int) Math.max(1, scale);
    for (String table : tables.isEmpty() ? List.of("lineitem", "store_sales") : tables) {
      Dataset<Row> rows =
          table.equals("lineitem")
              ? TpcTables.lineItem(spark, scale, parts, decimals)
              : TpcTables.storeSales(spark, scale, parts, decimals);
      write(rows, table, "parquet");
      Dataset<Row> source = open(table, "parquet");
      write(source.coalesce(parts), table, "orc");
      write(source.coalesce(parts), table, "placed");
      if (SORT_KEYS.containsKey(table)) {
        Dataset<Row> sorted = source.repartitionByRange(parts, source.col(SORT_KEYS.get(table)));
        sorted = sorted.sortWithinPartitions(SORT_KEYS.get(table));
        write(sorted, table, "parquet sorted");
        write(sorted, table, "placed sorted");
      }
    }
  }

  private void write(Dataset<Row> rows, String table, String layout) {
    String format = layout.replace(" sorted", "");
    var writer = rows.write().format(format);
    (format.equals("placed") ? writer : writer.option("compression", "zstd"))
        .save(path(table, layout));
  }

  private void run(int runs, List<String> names) {
    System.out.println("| query | layout | median ms | least–most | times Parquet's speed |");
    System.out.println("|---|---|---:|---:|---:|");
    for (var query : queries().entrySet()) {
      if (names.isEmpty() || names.stream().anyMatch(query.getKey()::startsWith)) {
        run(query.getKey(), query.getValue(), runs);
      }
    }
  }

  private void run(String name, Query query, int runs) {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    List<Row> expected = null;
    if (query.layouts().contains(MEMORY)) {
      ZeroDecodeSource.load(query.table(), open(query.table(), query.layouts().get(0)));
    }
    for (String layout : query.layouts()) {
      open(query.table(), layout).createOrReplaceTempView(view(query.table(), layout));
      List<Row> found = ask(query, layout);
      expected = expected == null ? found : expected;
      ReportRows.check(expected, found, name + ", " + layout);
      long start = System.nanoTime();
      do {
        ask(query, layout);
      } while (System.nanoTime() - start < WARM_UP_NANOS);
    }
    for (int run = 0; run < runs; run++) {
      for (String layout : query.layouts()) {
        long start = System.nanoTime();
        ask(query, layout);
        double millis = (System.nanoTime() - start) / 1e6;
        times.computeIfAbsent(layout, l -> new ArrayList<>()).add(millis);
      }
    }
    double parquet = median(times.get(query.layouts().get(0)));
    for (var layout : times.entrySet()) {
      List<Double> sorted = layout.getValue().stream().sorted().toList();
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %.1f | %.1f–%.1f | %.2f |%n",
          name,
          layout.getKey(),
          median(sorted),
          sorted.get(0),
          sorted.get(sorted.size() - 1),
          parquet / median(sorted));
    }
  }

  private static double median(List<Double> times) {
    return times.stream().sorted().toList().get(times.size() / 2);
  }

  private Map<String, Query> queries() {
    Map<String, Query> out = new LinkedHashMap<>();
    if (Files.exists(Path.of(path("lineitem", "parquet")))) {
      lineItem(out);
    }
    if (Files.exists(Path.of(path("store_sales", "parquet")))) {
      Dataset<Row> sales = open("store_sales", "parquet");
      String sums =
          Arrays.stream(sales.columns())
              .map(c -> "sum(" + c + ")")
              .collect(Collectors.joining(", "));
      List<String> layouts = List.of("parquet", "orc", MEMORY, "placed");
      out.put("23 sums", new Query("store_sales", "select " + sums + " from T", layouts));
      // bit_or is never pushed down, and aggregates are pushed all or none.
      out.put(
          "23 sums by Spark",
          new Query("store_sales", "select " + sums + ", bit_or(1) from T", layouts));
      if (sales.count() < SMALL) {
        List<String> small = List.of("parquet", "orc", MEMORY, CACHED, "placed");
        String some = " from T where ss_quantity > 50 and ss_net_profit < 0";
        out.put("small count", new Query("store_sales", "select count(*)" + some, small));
        out.put(
            "small groups",
            new Query(
                "store_sales",
                "select ss_quantity, count(*), max(ss_net_profit)"
                    + some
                    + " group by ss_quantity order by ss_quantity",
                small));
        out.put(
            "small rows",
            new Query(
                "store_sales",
                "select ss_ticket_number, ss_item_sk"
                    + some
                    + " order by ss_ticket_number, ss_item_sk limit 10",
                small));
      }
    }
    return out;
  }

  private void lineItem(Map<String, Query> out) {
    Dataset<Row> items = open("lineitem", "parquet");
    Row last = items.selectExpr("max(l_orderkey)", "max(l_partkey)").head();
    long parts = last.getLong(1);
    long order =
        items
            .where("l_orderkey >= " + last.getLong(0) / 2)
            .selectExpr("min(l_orderkey)")
            .head()
            .getLong(0);
    out.put(
        "Q6",
        new Query(
            "lineitem",
            "select sum(l_extendedprice * l_discount) from T where l_shipdate >= date'1994-01-01'"
                + " and l_shipdate < date'1995-01-01' and l_discount between 0.05 and 0.07 and"
                + " l_quantity < 24",
            LINEITEM));
    out.put(
        "Q1",
        new Query(
            "lineitem",
            "select l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice),"
                + " sum(l_extendedprice * (1 - l_discount)),"
                + " sum(l_extendedprice * (1 - l_discount) * (1 + l_tax)), avg(l_quantity),"
                + " avg(l_extendedprice), avg(l_discount), count(*) from T"
                + " where l_shipdate <= date'1998-09-02' group by l_returnflag, l_linestatus"
                + " order by l_returnflag, l_linestatus",
            UNSORTED));
    out.put(
        "one order, all columns",
        new Query("lineitem", "select * from T where l_orderkey = " + order, UNSORTED));
    out.put(
        "two string equalities",
        new Query(
            "lineitem",
            "select count(*), sum(l_quantity) from T where l_shipmode = 'AIR' and"
                + " l_returnflag = 'R'",
            UNSORTED));
    out.put("count(*)", new Query("lineitem", "select count(*) from T", UNSORTED));
    out.put(
        "min and max",
        new Query(
            "lineitem",
            "select min(l_orderkey), max(l_orderkey), min(l_shipdate), max(l_shipdate) from T",
            UNSORTED));
    String rows = "select sum(hash(*)) from T";
    out.put("all columns", new Query("lineitem", rows, UNSORTED));
    out.put(
        "all columns, 0.1 % of the rows",
        new Query(
            "lineitem",
            rows + " where l_partkey between " + parts / 3 + " and " + (parts / 3 + parts / 1000),
            UNSORTED));
    out.put(
        "all columns, 90 % of the rows",
        new Query("lineitem", rows + " where l_partkey > " + parts / 10, UNSORTED));
    String some = "select sum(hash(l_extendedprice, l_shipdate, l_partkey)) from T";
    out.put("three columns", new Query("lineitem", some, UNSORTED));
    out.put(
        "three columns, 90 % of the rows",
        new Query("lineitem", some + " where l_partkey > " + parts / 10, UNSORTED));
  }

  private List<Row> ask(Query query, String layout) {
    return spark.sql(query.text().replace(" T", " " + view(query.table(), layout))).collectAsList();
  }

  private Dataset<Row> open(String table, String layout) {
    if (layout.equals(CACHED)) {
      // A plan of its own, or queries on the Parquet files would find it in the cache, too.
      return open(table, "parquet").selectExpr("*").cache();
    }
    return layout.equals(MEMORY)
        ? ZeroDecodeSource.read(spark, table)
        : spark.read().format(layout.replace(" sorted", "")).load(path(table, layout));
  }

  private String path(String table, String layout) {
    return directory.resolve(view(table, layout)).toString();
  }

  private static String view(String table, String layout) {
    return table + "_" + layout.replace(' ', '_');
  }
}
