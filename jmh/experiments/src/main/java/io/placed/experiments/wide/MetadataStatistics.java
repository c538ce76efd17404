package io.placed.experiments.wide;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.util.List;
import java.util.OptionalDouble;

/** Figures 4 and 5: metadata with and without statistics. */
public final class MetadataStatistics extends WideMetadata {
  @Override
  public Title title() {
    return new Title(
        31, "Metadata with and without statistics", Paper.WIDE, "figures 4 and 5", HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(FORMATS, STATISTICS_KINDS, COLUMN_COUNTS.quick("1000"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    return open(cell, lab, cell.get(STATISTICS), false);
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Without statistics metadata is smaller",
            "30 %",
            t ->
                Finding.number(
                    "%.2f of the usual size (Parquet)", without(t, "metadata"), 0.4, 0.9)),
        new Finding(
            "and decoded faster",
            "30 % (9.1 → 6.9 ms)",
            t -> Finding.number("%.2f of the usual time (Parquet)", without(t, "time"), 0.4, 0.9)),
        new Finding(
            "Each column without statistics",
            "5 µs and 700 B",
            t ->
                Finding.shown(
                    "%.1f µs and %.0f B (Parquet)",
                    at(t, "open/column", FORMAT, "parquet", STATISTICS, "none"),
                    at(t, "metadata/column", FORMAT, "parquet", STATISTICS, "none"))));
  }

  private static OptionalDouble without(ResultTable t, String measure) {
    return Finding.ratio(
        at(t, measure, FORMAT, "parquet", STATISTICS, "none"),
        at(t, measure, FORMAT, "parquet", STATISTICS, "page"));
  }

  @Override
  public List<Chart> charts() {
    return byStatistics();
  }
}
