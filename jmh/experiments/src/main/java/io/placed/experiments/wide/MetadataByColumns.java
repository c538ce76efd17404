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

/** Figure 3: metadata by the number of columns. */
public final class MetadataByColumns extends WideMetadata {
  @Override
  public Title title() {
    return new Title(30, "Metadata by the number of columns", Paper.WIDE, "figure 3", HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(FORMATS, COLUMN_COUNTS.quick("10 100 1000 5000"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    return open(cell, lab, cell.is(FORMAT, "arrow") ? "none" : "page", false);
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Parquet's metadata grows linearly",
            "linear",
            t ->
                Finding.number(
                    "%.2f × the bytes per column from fewest to most",
                    Finding.ratio(
                        at(t, "metadata/column", FORMAT, "parquet", COLUMNS, t.most(COLUMNS)),
                        at(t, "metadata/column", FORMAT, "parquet", COLUMNS, t.near(COLUMNS, 100))),
                    0.7,
                    1.3)),
        new Finding(
            "and so does its decoding",
            "linear; 9.1 ms for 1,000 columns (parquet-rs)",
            t ->
                Finding.shown(
                    "%.1f ms for 1,000 columns (parquet-java), %.1f at most columns",
                    at(t, "time", FORMAT, "parquet", COLUMNS, t.near(COLUMNS, 1000)),
                    at(t, "time", FORMAT, "parquet", COLUMNS, t.most(COLUMNS)))),
        new Finding(
            "(not in the paper) three of the most columns",
            "–",
            t ->
                Finding.shown(
                    "Placed %.2f, Parquet %.2f, ORC %.2f, Arrow %.2f ms",
                    three(t, "placed"), three(t, "parquet"), three(t, "orc"), three(t, "arrow"))));
  }

  private static OptionalDouble three(ResultTable t, String format) {
    return at(t, "three columns", FORMAT, format, COLUMNS, t.most(COLUMNS));
  }

  @Override
  public List<Chart> charts() {
    return List.of(
        Chart.lines("Size of the metadata", "metadata", "B", COLUMNS).log(),
        Chart.lines("Time to open", "time", "ms", COLUMNS).log(),
        Chart.lines("Time to open and sum three columns", "three columns", "ms", COLUMNS).log());
  }
}
