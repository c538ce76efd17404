package io.placed.experiments.formats;

import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Knob;

/** Figures 16 and 17 of the paper: filters. */
abstract class Filters implements Experiment {
  static final String READERS =
      " Parquet by Spark's vectorised reader and by parquet-java's columns (streaming), Placed with"
          + " and without its filters.";

  static final Knob FORMATS =
      FormatEngines.formats(
          "placed", "placed-decoded", "parquet", "parquet-streaming", "orc", "arrow");

  static final Knob CODECS = FormatEngines.CODECS.quick("none", "zstd");

  @Override
  public double scale(boolean quick) {
    return quick ? 0.05 : 1;
  }

  static Chart chart(String x, String... facets) {
    return Chart.bars("Time of the query, cold", "time", "ms", x, facets);
  }
}
