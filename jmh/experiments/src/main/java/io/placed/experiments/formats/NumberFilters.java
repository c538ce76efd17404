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

/** Figure 16: filters of numbers. */
public final class NumberFilters extends Filters {
  private static final String TABLE = "catalog_sales";
  private static final String COLUMN = "column";
  private static final String REORDER = "reorder";

  private final Map<String, Double> limits = new HashMap<>();

  @Override
  public Title title() {
    return new Title(
        22,
        "Filters of numbers",
        Paper.FORMATS,
        "figure 16",
        "cs_ship_date_sk > n (65 % of the rows) and cs_wholesale_cost > n (30 %): rows counted,"
            + " their values summed, cold."
            + READERS);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FORMATS,
        CODECS,
        Knob.words(COLUMN, "which", "int", "double"),
        Knob.words(REORDER, "order of the rows: as generated, or by the column", "none", "sort"));
  }

  /** Sorted tables, which are not in the paper, with one codec. */
  @Override
  public boolean applies(Cell cell) {
    return cell.is(REORDER, "none") || cell.is(CODEC, "zstd");
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Query query = query(cell, lab.table(TABLE));
    Engine engine = FormatEngines.of(cell.get(FORMAT), cell.get(CODEC));
    if (cell.is(REORDER, "sort")) {
      engine = engine.sorted(new Reordering.Sort(List.of(SortKey.asc(query.columns().get(0)))));
    }
    return TableScan.run(lab, TABLE, engine, query, true).build();
  }

  private Query query(Cell cell, TableFiles table) throws IOException {
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
    return List.of(
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
  }

  private static OptionalDouble filtered(ResultTable t, String format, String reorder) {
    return t.time(format, CODEC, "zstd", REORDER, reorder);
  }

  @Override
  public List<Chart> charts() {
    return List.of(chart(COLUMN, CODEC, REORDER));
  }
}
