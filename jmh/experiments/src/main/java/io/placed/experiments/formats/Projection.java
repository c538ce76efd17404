package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import java.util.List;

/** Figures 12, 13 and 14 of the paper: some columns of a table. */
abstract class Projection implements Experiment {
  static final Knob FORMATS = FormatEngines.formats("placed", "parquet", "orc", "arrow");

  @Override
  public double scale(boolean quick) {
    return quick ? 0.05 : 1;
  }

  /** Reads columns of a table from a cold cache. */
  static Outcome read(Cell cell, Lab lab, String table, List<String> columns) throws Exception {
    return TableScan.run(
            lab,
            table,
            FormatEngines.of(cell.get(FORMAT), cell.get(CODEC)),
            TableScan.columns(lab.table(table), columns),
            true)
        .build();
  }

  /**
   * The times of all formats.
   *
   * @param where name, value, name, value, …
   */
  static Finding order(String paper, String... where) {
    return new Finding(
        "Order of the formats without codecs",
        paper,
        t ->
            Finding.shown(
                "Placed %.2f, Parquet %.2f, ORC %.2f, Arrow %.2f ms",
                t.time("placed", where),
                t.time("parquet", where),
                t.time("orc", where),
                t.time("arrow", where)));
  }

  static List<Chart> charts(String x, String facet) {
    return List.of(
        Chart.bars("Time to read the columns, cold", "time", "ms", x, facet),
        Chart.bars("Bytes of the device", "device", "MiB", x, facet).mebibytes());
  }
}
