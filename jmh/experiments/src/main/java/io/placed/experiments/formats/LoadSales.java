package io.placed.experiments.formats;

import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import java.io.IOException;
import java.util.List;

/** Figures 10, 11 and 15 of the paper: reading all of catalog_sales. */
abstract class LoadSales implements Experiment {
  static final String TABLE = "catalog_sales";

  @Override
  public double scale(boolean quick) {
    return quick ? 0.05 : 1;
  }

  /**
   * Formats and codecs.
   *
   * @param quick codecs of a quick run
   */
  static List<Knob> knobs(String... quick) {
    return List.of(
        FormatEngines.formats("placed", "parquet", "orc", "arrow"),
        FormatEngines.CODECS.quick(quick));
  }

  /** A query of all columns. */
  static Query all(Lab lab) throws IOException {
    TableFiles table = lab.table(TABLE);
    return TableScan.columns(table, table.totals().columns());
  }

  static List<Chart> charts(String x) {
    return List.of(Chart.bars("Time to load all columns", "time", "ms", x));
  }
}
