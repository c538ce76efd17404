package io.placed.spark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * What moving and sorting rows takes in Spark on one core: the constants of the adviser ({@code
 * ShuffleTime}). Prints Markdown.
 *
 * <p>Arguments: {@code DIRECTORY RUNS}; the directory has lineitem of {@link QueryReport} in
 * Parquet.
 */
final class ShuffleReport {
  private static final int ROWS = 6_000_000;

  private static final List<String> COLUMNS =
      List.of(
          "l_orderkey",
          "l_partkey",
          "l_quantity",
          "l_extendedprice",
          "l_discount",
          "l_shipdate",
          "l_shipmode",
          "l_returnflag",
          "l_suppkey",
          "l_tax",
          "l_receiptdate",
          "l_shipinstruct");

  private ShuffleReport() {}

  public static void main(String[] args) {
    SparkSession spark = ReportSession.of("local[1]");
    spark.conf().set("spark.sql.adaptive.enabled", "false");
    Dataset<Row> all =
        spark.read().parquet(Path.of(args[0], "lineitem_parquet").toString()).limit(ROWS);
    String table = Path.of(args[0], "shuffled").toString();
    all.write().mode("overwrite").parquet(table);
    System.out.println("| columns | scan, ns per row | moved, more | sorted, more |");
    System.out.println("|---:|---:|---:|---:|");
    int runs = Integer.parseInt(args[1]);
    for (int n : new int[] {2, 4, 8, COLUMNS.size()}) {
      Dataset<Row> rows =
          spark
              .read()
              .parquet(table)
              .select("l_orderkey", COLUMNS.subList(1, n).toArray(String[]::new));
      Dataset<Row> moved = rows.repartition(16, rows.col("l_orderkey"));
      double[] nanos =
          medians(runs, List.of(rows, moved, moved.sortWithinPartitions("l_orderkey")));
      System.out.printf(
          Locale.ROOT,
          "| %d | %.0f | %.0f | %.0f |%n",
          n,
          nanos[0],
          nanos[1] - nanos[0],
          nanos[2] - nanos[1]);
    }
    Runtime.getRuntime().halt(0);
  }

  /** Nanoseconds per row, after a run that does not count. */
  private static double[] medians(int runs, List<Dataset<Row>> all) {
    List<List<Double>> times = new ArrayList<>();
    all.forEach(d -> times.add(new ArrayList<>()));
    for (int run = 0; run <= runs; run++) {
      for (int k = 0; k < all.size(); k++) {
        long start = System.nanoTime();
        all.get(k).write().format("noop").mode("overwrite").save();
        if (run > 0) {
          times.get(k).add((double) (System.nanoTime() - start) / ROWS);
        }
      }
    }
    return times.stream()
        .mapToDouble(t -> t.stream().sorted().toList().get(t.size() / 2))
        .toArray();
  }
}
