package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Query;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import java.util.List;

/** Figure 18: rows chosen by a bit vector. */
abstract class ChosenRows implements Experiment {
  private static final String TABLE = "catalog_sales";
  private static final String SELECTIVITY = "selectivity";

  @Override
  public double scale(boolean quick) {
    return quick ? 0.05 : 1;
  }

  /**
   * Formats and parts of the rows.
   *
   * @param parts separated by blanks
   * @param quick those of a quick run
   */
  static List<Knob> knobs(String parts, String quick) {
    return List.of(
        FormatEngines.formats("placed", "parquet", "parquet-streaming", "orc", "arrow"),
        Knob.numbers(SELECTIVITY, "part of the rows", parts).quick(quick));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Query query =
        TableScan.columns(lab.table(TABLE), List.of("cs_sold_time_sk"))
            .withSample(cell.number(SELECTIVITY));
    Engine engine = FormatEngines.of(cell.get(FORMAT), "zstd");
    return TableScan.run(lab, TABLE, engine, query, false).build();
  }

  @Override
  public List<Finding> findings() {
    return List.of(
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
  }

  @Override
  public List<Chart> charts() {
    return List.of(Chart.lines("Time, warm", "time", "ms", SELECTIVITY));
  }
}
