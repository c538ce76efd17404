package io.placed.experiments.flare;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Loading TPC-H's tables, its Q6, and all of its queries, through Spark. */
public final class SparkQueries implements Experiment {
  private static final String FORMAT = "format";
  private static final String TABLE = "table";
  private static final String QUERY = "query";

  /** Revenue by scale factor; the paper prints another, which is none of the benchmark's. */
  private static final Map<Double, Double> Q6 = Map.of(0.01, 1193053.2253, 1.0, 123141078.2283);

  private final int number;

  /**
   * @param number 41 (loading), 42 (Q6) or 43 (all queries)
   */
  public SparkQueries(int number) {
    this.number = number;
  }

  @Override
  public Title title() {
    String how =
        " Spark with as many threads as there are processors, in this process; amounts are doubles,"
            + " Parquet and ORC with zstd. Flare itself is not run: its place, compiled scans, is"
            + " Placed's.";
    return switch (number) {
      case 41 ->
          new Title(
              41,
              "Loading TPC-H's tables",
              Paper.FLARE,
              "table",
              "The sum of a hash of all columns, so that every value is read." + how);
      case 42 ->
          new Title(
              42, "TPC-H Q6 from CSV and from columns", Paper.FLARE, "listings", "Warm." + how);
      default ->
          new Title(
              43,
              "All queries of TPC-H",
              Paper.FLARE,
              "text",
              "Warm. Of queries with a limit the number of rows is compared, since rows with equal"
                  + " keys may be cut off."
                  + how);
    };
  }

  @Override
  public double scale(boolean quick) {
    return quick ? 0.01 : 1;
  }

  @Override
  public List<Knob> knobs() {
    Knob formats = Knob.words(FORMAT, "Spark's source", "csv", "parquet", "orc", "placed");
    return switch (number) {
      case 41 ->
          List.of(
              formats.quick("csv", "parquet", "placed"),
              Knob.words(TABLE, "which table", SparkTables.NAMES.toArray(String[]::new))
                  .quick("lineitem", "orders", "nation"));
      case 42 -> List.of(formats);
      default ->
          List.of(
              formats.quick("csv", "parquet", "placed"),
              Knob.words(
                      QUERY,
                      "which query",
                      IntStream.rangeClosed(1, 22).mapToObj(i -> "q" + i).toArray(String[]::new))
                  .quick("q1", "q3", "q5", "q6", "q9", "q12", "q14", "q19"));
    };
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    String format = cell.get(FORMAT);
    if (number == 41) {
      Dataset<Row> table = SparkTables.open(lab, cell.get(TABLE), format);
      String columns = String.join(", ", table.columns());
      return lab.warm(
              "hash of " + cell.get(TABLE),
              () ->
                  table
                      .selectExpr("count(*)", "sum(cast(hash(" + columns + ") as bigint))")
                      .head()
                      .mkString(" "))
          .build();
    }
    String name = number == 42 ? "q6" : cell.get(QUERY);
    String text = SparkTables.query(name);
    boolean limited = text.toLowerCase(Locale.ROOT).contains("limit");
    views(lab, text, format);
    if (name.equals("q6") && Q6.containsKey(lab.scale())) {
      lab.check(name, "1 " + Q6.get(lab.scale()) + " 0");
    }
    return lab.warm(
            name, () -> SparkTables.answer((Row[]) lab.spark().sql(text).collect(), limited))
        .build();
  }

  private static void views(Lab lab, String text, String format) throws IOException {
    for (String table : SparkTables.NAMES) {
      if (Pattern.compile("(?i)\\b" + table + "\\b").matcher(text).find()) {
        SparkTables.open(lab, table, format).createOrReplaceTempView(table);
      }
    }
  }

  @Override
  public List<Finding> findings() {
    return switch (number) {
      case 41 ->
          List.of(
              new Finding(
                  "lineitem loads faster from Parquet",
                  "471,207 and 257,898 ms: 1.83 × (scale 10)",
                  t ->
                      Finding.number(
                          "%.2f ×", ratio(t, "csv", "parquet", TABLE, "lineitem"), 1.2, 99)),
              new Finding(
                  "nation does not",
                  "106 and 110 ms",
                  t ->
                      Finding.number(
                          "%.2f ×", ratio(t, "csv", "parquet", TABLE, "nation"), 0.3, 1.1)),
              new Finding(
                  "(not in the paper) Placed over CSV, lineitem",
                  "–",
                  t -> Finding.shown("%.2f ×", ratio(t, "csv", "placed", TABLE, "lineitem"))));
      case 42 ->
          List.of(
              new Finding(
                  "Parquet is far faster than CSV in Spark",
                  "12,278 and 535 ms: 23 ×",
                  t -> Finding.number("%.1f ×", ratio(t, "csv", "parquet"), 3, 999)),
              new Finding(
                  "A compiled scan is faster than Spark's Parquet",
                  "99 ms (Flare Parquet): 5.4 ×",
                  t -> Finding.number("%.1f × (Placed)", ratio(t, "parquet", "placed"), 1.5, 999)),
              new Finding(
                  "and than CSV",
                  "124 ×",
                  t -> Finding.shown("%.0f × (Placed)", ratio(t, "csv", "placed"))));
      default ->
          List.of(
              new Finding(
                  "Flare over Spark on CSV, all queries",
                  "35 to 720 ×",
                  t ->
                      Finding.shown(
                          "Placed over CSV %.1f to %.1f ×",
                          extreme(t, "csv", false), extreme(t, "csv", true))),
              new Finding(
                  "(not in the paper) Placed over Parquet",
                  "–",
                  t ->
                      Finding.shown(
                          "%.2f to %.2f ×",
                          extreme(t, "parquet", false), extreme(t, "parquet", true))));
    };
  }

  private static OptionalDouble ratio(ResultTable t, String over, String under, String... where) {
    return Finding.ratio(t.time(over, where), t.time(under, where));
  }

  private static OptionalDouble extreme(ResultTable t, String over, boolean most) {
    double[] all =
        t.values(QUERY).stream()
            .map(q -> ratio(t, over, "placed", QUERY, q))
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .sorted()
            .toArray();
    return all.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(all[most ? all.length - 1 : 0]);
  }

  @Override
  public List<Chart> charts() {
    return List.of(
        Chart.bars("Time", "time", "ms", number == 41 ? TABLE : number == 42 ? FORMAT : QUERY)
            .log());
  }
}
