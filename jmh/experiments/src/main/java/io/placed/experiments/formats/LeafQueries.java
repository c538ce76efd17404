package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Filter;
import io.placed.benchmarks.engine.Query;
import io.placed.encoding.kernel.Kernels;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.NotMeasuredException;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.util.List;
import java.util.OptionalDouble;

/** Figures 19 to 22 of the paper: the queries of its table 7. */
public final class LeafQueries implements Experiment {
  private static final String QUERY = "query";
  private static final String CACHE = "cache";
  private static final String SCALAR = "placed-scalar";

  private final int number;

  /**
   * @param number 26 (codecs, cold), 27 (cold and warm), 28 (strings, direct) or 29 (direct, SIMD)
   */
  public LeafQueries(int number) {
    this.number = number;
  }

  @Override
  public Title title() {
    String queries =
        " Sums of the columns that table 7 selects; Q2 and Q3 on customer_demographics.";
    return switch (number) {
      case 26 ->
          new Title(
              26,
              "Queries Q1 to Q5, none and LZ4",
              Paper.FORMATS,
              "figure 19",
              "From a cold cache." + queries);
      case 27 ->
          new Title(
              27,
              "Queries Q1 to Q5, cold and warm",
              Paper.FORMATS,
              "figure 20",
              "LZ4; Arrow with zstd, since its LZ4 in Java takes minutes for megabytes." + queries);
      case 28 ->
          new Title(
              28,
              "Queries of strings on encoded values",
              Paper.FORMATS,
              "figure 21",
              "Warm; placed-decoded tests decoded strings, placed the codes of the dictionary."
                  + queries);
      default ->
          new Title(
              29,
              "Queries on encoded values with SIMD",
              Paper.FORMATS,
              "figure 22",
              "Warm; parquet-streaming is the paper's baseline, placed-decoded is decoded first,"
                  + " placed-scalar tests encoded values without the Vector API, in a process of its"
                  + " own, placed with it."
                  + queries);
    };
  }

  @Override
  public double scale(boolean quick) {
    return quick ? 0.05 : 1;
  }

  @Override
  public List<Knob> knobs() {
    Knob queries =
        number == 28
            ? Knob.words(QUERY, "of table 7", "Q2", "Q3")
            : Knob.words(QUERY, "of table 7", "Q1", "Q2", "Q3", "Q4", "Q5");
    return switch (number) {
      case 26 ->
          List.of(
              FormatEngines.formats("placed", "parquet", "parquet-streaming", "orc", "arrow"),
              FormatEngines.CODECS.quick("none", "lz4"),
              queries);
      case 27 ->
          List.of(
              FormatEngines.formats("placed", "parquet", "orc", "arrow"),
              Knob.words(CACHE, "page cache", "cold", "warm"),
              queries);
      case 28 ->
          List.of(
              FormatEngines.formats(
                  "placed", "placed-decoded", "parquet", "parquet-streaming", "orc", "arrow"),
              FormatEngines.CODECS.quick("none"),
              queries);
      default ->
          List.of(
              FormatEngines.formats(
                  "placed", SCALAR, "placed-decoded", "parquet", "parquet-streaming"),
              FormatEngines.CODECS.quick("none"),
              queries);
    };
  }

  private static String table(String query) {
    return query.equals("Q2") || query.equals("Q3") ? "customer_demographics" : "catalog_sales";
  }

  private static Query query(String name, Lab lab) throws java.io.IOException {
    List<String> columns =
        switch (name) {
          case "Q1" -> List.of("cs_ship_date_sk", "cs_bill_customer_sk");
          case "Q2" -> List.of("cd_demo_sk", "cd_dep_college_count");
          case "Q3" -> List.of("cd_demo_sk");
          case "Q4" -> List.of("cs_ext_sales_price", "cs_sold_date_sk", "cs_item_sk");
          default ->
              List.of(
                  "cs_ext_sales_price",
                  "cs_sold_date_sk",
                  "cs_item_sk",
                  "cs_net_paid_inc_tax",
                  "cs_net_paid_inc_ship_tax",
                  "cs_net_profit");
        };
    List<Filter> filters =
        switch (name) {
          case "Q1" ->
              List.of(
                  Filter.ints("cs_sold_time_sk", 12032, 12032),
                  Filter.ints("cs_sold_date_sk", 2452653, 2452653));
          case "Q2" ->
              List.of(
                  Filter.text("cd_gender", "F"), Filter.text("cd_education_status", "Secondary"));
          case "Q3" ->
              List.of(
                  Filter.text("cd_gender", "M"),
                  Filter.text("cd_marital_status", "D"),
                  Filter.text("cd_education_status", "College"));
          case "Q4" ->
              List.of(Filter.above("cs_wholesale_cost", 80), Filter.below("cs_ext_tax", 500));
          default -> List.of(Filter.above("cs_wholesale_cost", 80));
        };
    return TableScan.columns(lab.table(table(name)), columns).where(filters);
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    String format = cell.get(FORMAT);
    if (format.equals(SCALAR) && !lab.isFork()) {
      return lab.fork(List.of("-Dplaced.vector-api=false"));
    }
    if (number == 29 && format.equals("placed") && !Kernels.usesVectorApi()) {
      throw new NotMeasuredException("the Vector API is not in use in this process");
    }
    String name = cell.get(QUERY);
    // Arrow's LZ4 in Java is out of the question.
    String usual = format.equals("arrow") ? "zstd" : "lz4";
    String codec = number == 27 ? usual : cell.get(CODEC);
    Engine engine = FormatEngines.of(format.equals(SCALAR) ? "placed" : format, codec);
    boolean cold = number == 26 || number == 27 && cell.is(CACHE, "cold");
    return TableScan.run(lab, table(name), engine, query(name, lab), cold).build();
  }

  @Override
  public List<Finding> findings() {
    return switch (number) {
      case 26 ->
          List.of(
              new Finding(
                  "ORC performs best overall",
                  "ORC before Arrow and Parquet (figure 19)",
                  t ->
                      Finding.judged(
                          "mean of all: ORC %.1f, Parquet %.1f (streaming %.1f), Arrow %.1f, Placed"
                              + " %.1f ms",
                          Finding.verdict(
                              t.time("orc").orElse(9e9)
                                  < Math.min(
                                      t.time("parquet-streaming").orElse(0),
                                      t.time("arrow").orElse(0))),
                          t.time("orc"),
                          t.time("parquet"),
                          t.time("parquet-streaming"),
                          t.time("arrow"),
                          t.time("placed"))));
      case 27 ->
          List.of(
              new Finding(
                  "Arrow and ORC gain by a warm cache",
                  "significantly so for Arrow",
                  t ->
                      Finding.shown(
                          "cold/warm: Arrow %.2f, ORC %.2f, Parquet %.2f, Placed %.2f",
                          gain(t, "arrow"),
                          gain(t, "orc"),
                          gain(t, "parquet"),
                          gain(t, "placed"))));
      case 28 ->
          List.of(
              new Finding(
                  "Direct queries of strings are faster",
                  "3 × (Arrow with and without)",
                  t ->
                      Finding.number(
                          "%.1f × in Placed",
                          Finding.ratio(t.time("placed-decoded"), t.time("placed")), 1.5, 1000)),
              new Finding(
                  "(not in the paper) Placed beside the others",
                  "–",
                  t ->
                      Finding.shown(
                          "Placed %.2f, Parquet %.2f, ORC %.2f, Arrow %.2f ms",
                          t.time("placed"), t.time("parquet"), t.time("orc"), t.time("arrow"))));
      default ->
          List.of(
              new Finding(
                  "Direct queries over the streaming reader",
                  "up to 60 ×",
                  t -> Finding.shown("at most %.0f × (scalar)", most(t, SCALAR))),
              new Finding(
                  "with SIMD",
                  "up to 100 ×",
                  t -> Finding.shown("at most %.0f ×", most(t, "placed"))),
              new Finding(
                  "decoding first",
                  "more than 10 × (in memory)",
                  t -> Finding.shown("at most %.0f ×", most(t, "placed-decoded"))));
    };
  }

  private static OptionalDouble gain(ResultTable t, String format) {
    return Finding.ratio(t.time(format, CACHE, "cold"), t.time(format, CACHE, "warm"));
  }

  private static OptionalDouble most(ResultTable t, String format) {
    return t.values(QUERY).stream()
        .map(q -> Finding.ratio(t.time("parquet-streaming", QUERY, q), t.time(format, QUERY, q)))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .max();
  }

  @Override
  public List<Chart> charts() {
    Chart chart =
        Chart.bars("Time of the query", "time", "ms", QUERY, number == 27 ? CACHE : CODEC);
    return List.of(number == 29 ? chart.log() : chart);
  }
}
