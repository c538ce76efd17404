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

/** Future work of the paper: Java readers and columns of strings. */
public final class StringMetadata extends WideMetadata {
  private static final String TYPE = "type";

  @Override
  public Title title() {
    return new Title(35, "Java readers and columns of strings", Paper.WIDE, "future work", HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FORMATS,
        STATISTICS_KINDS,
        Knob.words(TYPE, "type of the columns", "double", "string"),
        COLUMN_COUNTS.quick("1000"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    return open(cell, lab, cell.get(STATISTICS), cell.is(TYPE, "string"));
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Strings gain more by leaving out statistics than doubles",
            "expected in the paper, not measured there",
            t ->
                Finding.judged(
                    "doubles %.2f, strings %.2f of the usual size (Parquet)",
                    Finding.verdict(bytes(t, "string").orElse(9) < bytes(t, "double").orElse(0)),
                    bytes(t, "double"),
                    bytes(t, "string"))));
  }

  private static OptionalDouble bytes(ResultTable t, String type) {
    return Finding.ratio(
        at(t, "metadata", FORMAT, "parquet", STATISTICS, "none", TYPE, type),
        at(t, "metadata", FORMAT, "parquet", STATISTICS, "page", TYPE, type));
  }

  @Override
  public List<Chart> charts() {
    return byStatistics(TYPE);
  }
}
