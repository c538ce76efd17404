package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 12: one column of integers or doubles. */
public final class NumberProjection extends Projection {
  private static final String COLUMN = "column";

  @Override
  public Title title() {
    return new Title(
        18,
        "One column of integers or doubles",
        Paper.FORMATS,
        "figure 12",
        "cs_sold_time_sk or cs_wholesale_cost of catalog_sales, decoded and summed, cold.");
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FORMATS,
        FormatEngines.CODECS.quick("none", "zstd"),
        Knob.words(COLUMN, "which", "int", "double"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    String column = cell.is(COLUMN, "int") ? "cs_sold_time_sk" : "cs_wholesale_cost";
    return read(cell, lab, "catalog_sales", List.of(column));
  }

  @Override
  public List<Finding> findings() {
    return List.of(order("ORC < Parquet << Arrow (integers)", CODEC, "none", COLUMN, "int"));
  }

  @Override
  public List<Chart> charts() {
    return charts(COLUMN, CODEC);
  }
}
