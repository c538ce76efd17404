package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Filter;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.SourceFile;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import io.placed.placement.Reordering;
import io.placed.placement.SortKey;
import io.placed.vector.Column;
import io.placed.vector.DoubleColumn;
import io.placed.vector.IntColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Figures 16, 17 and 18 of the paper: filters, and rows chosen by a bit vector. */
public final class Filters implements Experiment {
  private static final String COLUMN = "column";
  private static final String SELECTIVITY = "selectivity";
  private static final String REORDER = "reorder";
  private static final String SALES = "catalog_sales";
  private static final String DEMOGRAPHICS = "customer_demographics";

  private final int number;
  private final Map<String, Double> limits = new HashMap<>();

  /**
   * @param number 22 (numbers), 23 (strings), 24 (a bit vector) or 25 (one of few rows)
   */
  public Filters(int number) {
    this.number = number;
  }

  @Override
  public Title title() {
    String readers =
        " Parquet by Spark's vectorised reader and by parquet-java's columns (streaming), Placed with"
            + " and without its filters.";
    return switch (number) {
      case 22 ->
          new Title(
              22,
              "Filters of numbers",
              Paper.FORMATS,
              "figure 16",
              "cs_ship_date_sk > n (65 % of the rows) and cs_wholesale_cost > n (30 %): rows counted,"
                  + " their values summed, cold."
                  + readers);
      case 23 ->
          new Title(
              23,
              "Filters of strings",
              Paper.FORMATS,
              "figure 17",
              "cd_education_status = 'College' (a seventh of the rows): rows counted, lengths summed,"
                  + " cold."
                  + readers);
      case 24 ->
          new Title(
              24,
              "Rows by a bit vector",
              Paper.FORMATS,
              "figure 18a",
              "cs_sold_time_sk of rows chosen at random (the same ones in all formats), zstd, warm."
                  + " Placed skips pages and decodes chosen rows only, parquet-streaming skips"
                  + " values, the others decode all.");
      default ->
          new Title(
              25,
              "Few rows by a bit vector",
              Paper.FORMATS,
              "figure 18b",
              "As 24, with at most one row of a hundred.");
    };
  }

  @Override
  public double scale(boolean quick) {
    return quick ? 0.05 : 1;
  }

  @Override
  public List<Knob> knobs() {
    Knob formats =
        number < 24
            ? FormatEngines.formats(
                "placed", "placed-decoded", "parquet", "parquet-streaming", "orc", "arrow")
            : FormatEngines.formats("placed", "parquet", "parquet-streaming", "orc", "arrow");
    Knob codecs = FormatEngines.CODECS.quick("none", "zstd");
    return switch (number) {
      case 22 ->
          List.of(
              formats,
              codecs,
              Knob.words(COLUMN, "which", "int", "double"),
              Knob.words(
                  REORDER, "order of the rows: as generated, or by the column", "none", "sort"));
      case 23 -> List.of(formats, codecs);
      case 24 ->
          List.of(
              formats,
              Knob.numbers(SELECTIVITY, "part of the rows", "0.0001 0.01 0.1 0.25 0.5 0.75 1")
                  .quick("0.01 0.5 1"));
      default ->
          List.of(
              formats,
              Knob.numbers(SELECTIVITY, "part of the rows", "0.0001 0.0003 0.001 0.003 0.01")
                  .quick("0.0001 0.01"));
    };
  }

  /** Sorted tables, which the paper has not, with one codec. */
  @Override
  public boolean applies(Cell cell) {
    return number != 22 || cell.is(REORDER, "none") || cell.is(CODEC, "zstd");
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    String name = number == 23 ? DEMOGRAPHICS : SALES;
    TableFiles table = lab.table(name);
    Query query = query(cell, table);
    String codec = number < 24 ? cell.get(CODEC) : "zstd";
    Engine engine = FormatEngines.of(cell.get(FORMAT), codec);
    if (number == 22 && cell.is(REORDER, "sort")) {
      engine = engine.sorted(new Reordering.Sort(List.of(SortKey.asc(query.columns().get(0)))));
    }
    return TableScan.run(lab, name, engine, query, number < 24).build();
  }

  private Query query(Cell cell, TableFiles table) throws IOException {
    if (number >= 24) {
      return TableScan.columns(table, List.of("cs_sold_time_sk"))
          .withSample(cell.number(SELECTIVITY));
    }
    if (number == 23) {
      String column = "cd_education_status";
      return TableScan.columns(table, List.of(column))
          .where(List.of(Filter.text(column, "College")));
    }
    if (cell.is(COLUMN, "int")) {
      String column = "cs_ship_date_sk";
      int limit = (int) limit(table, column, 0.65);
      return TableScan.columns(table, List.of(column))
          .where(List.of(Filter.ints(column, limit + 1, Integer.MAX_VALUE)));
    }
    String column = "cs_wholesale_cost";
    return TableScan.columns(table, List.of(column))
        .where(List.of(Filter.above(column, limit(table, column, 0.3))));
  }

  /** The value above which a part of the rows lies. */
  private double limit(TableFiles table, String column, double part) throws IOException {
    Double known = limits.get(table.file(Engines.SOURCE) + column);
    if (known != null) {
      return known;
    }
    List<Double> values = new ArrayList<>();
    try (SourceFile in =
        new SourceFile(table.file(Engines.SOURCE), table.schema().select(List.of(column)))) {
      while (in.next()) {
        Column c = in.batch().column(0);
        for (int i = 0; i < c.size(); i++) {
          if (!c.isNull(i)) {
            values.add(c instanceof IntColumn n ? (double) n.get(i) : ((DoubleColumn) c).get(i));
          }
        }
      }
    }
    values.sort(null);
    double limit = values.get((int) Math.min(values.size() - 1, (1 - part) * values.size()));
    limits.put(table.file(Engines.SOURCE) + column, limit);
    return limit;
  }

  @Override
  public List<Finding> findings() {
    return switch (number) {
      case 22 ->
          List.of(
              new Finding(
                  "ORC filters fastest",
                  "ORC before Parquet; Arrow 3–7 × slower than Parquet",
                  t ->
                      Finding.judged(
                          "ORC %.2f, Parquet %.2f (streaming %.2f), Arrow %.2f, Placed %.2f ms (zstd,"
                              + " mean of both)",
                          Finding.verdict(
                              filtered(t, "orc", "none").orElse(9e9)
                                  < filtered(t, "parquet-streaming", "none").orElse(0)),
                          filtered(t, "orc", "none"),
                          filtered(t, "parquet", "none"),
                          filtered(t, "parquet-streaming", "none"),
                          filtered(t, "arrow", "none"),
                          filtered(t, "placed", "none"))),
              new Finding(
                  "(not in the paper) the same rows sorted by the column, in each format",
                  "–",
                  t ->
                      Finding.shown(
                          "ORC %.2f, Parquet %.2f (streaming %.2f), Arrow %.2f, Placed %.2f ms",
                          filtered(t, "orc", "sort"),
                          filtered(t, "parquet", "sort"),
                          filtered(t, "parquet-streaming", "sort"),
                          filtered(t, "arrow", "sort"),
                          filtered(t, "placed", "sort"))));
      case 23 ->
          List.of(
              new Finding(
                  "A filter on the dictionary's codes is faster than one on strings",
                  "2–4 × (direct)",
                  t ->
                      Finding.number(
                          "%.1f × in Placed",
                          Finding.ratio(
                              t.time("placed-decoded", CODEC, "zstd"),
                              t.time("placed", CODEC, "zstd")),
                          1.5,
                          1000)),
              new Finding(
                  "Parquet is faster than ORC",
                  "yes (figure 17)",
                  t ->
                      Finding.number(
                          "ORC takes %.1f × the time of parquet-streaming (none)",
                          Finding.ratio(
                              t.time("orc", CODEC, "none"),
                              t.time("parquet-streaming", CODEC, "none")),
                          1.0001,
                          99)));
      default ->
          List.of(
              new Finding(
                  "ORC and Arrow take as long for any selectivity",
                  "approximately constant",
                  t ->
                      Finding.number(
                          "Arrow: %.2f × from the fewest to the most rows",
                          Finding.ratio(
                              t.time("arrow", SELECTIVITY, t.most(SELECTIVITY)),
                              t.time("arrow", SELECTIVITY, t.least(SELECTIVITY))),
                          0.7,
                          1.8)),
              new Finding(
                  "Parquet is best where very few rows are wanted",
                  "up to 0.001; then ORC",
                  t ->
                      Finding.shown(
                          "fewest rows: parquet-streaming %.2f, Parquet %.2f, ORC %.2f, Arrow %.2f,"
                              + " Placed %.2f ms",
                          t.time("parquet-streaming", SELECTIVITY, t.least(SELECTIVITY)),
                          t.time("parquet", SELECTIVITY, t.least(SELECTIVITY)),
                          t.time("orc", SELECTIVITY, t.least(SELECTIVITY)),
                          t.time("arrow", SELECTIVITY, t.least(SELECTIVITY)),
                          t.time("placed", SELECTIVITY, t.least(SELECTIVITY)))));
    };
  }

  private static OptionalDouble filtered(ResultTable t, String format, String reorder) {
    return t.time(format, CODEC, "zstd", REORDER, reorder);
  }

  @Override
  public List<Chart> charts() {
    if (number >= 24) {
      return List.of(Chart.lines("Time, warm", "time", "ms", SELECTIVITY));
    }
    String title = "Time of the query, cold";
    return List.of(
        number == 22
            ? Chart.bars(title, "time", "ms", COLUMN, CODEC, REORDER)
            : Chart.bars(title, "time", "ms", CODEC, FORMAT));
  }
}
