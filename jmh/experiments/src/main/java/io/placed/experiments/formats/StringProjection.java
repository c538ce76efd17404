package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 13: one column of strings. */
public final class StringProjection extends Projection {
  @Override
  public Title title() {
    return new Title(
        19,
        "One column of strings",
        Paper.FORMATS,
        "figure 13",
        "cd_education_status of customer_demographics (1.9 million rows at any scale), decoded,"
            + " lengths and first bytes summed, cold.");
  }

  @Override
  public List<Knob> knobs() {
    return List.of(FORMATS, FormatEngines.CODECS.quick("none", "zstd"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    return read(cell, lab, "customer_demographics", List.of("cd_education_status"));
  }

  @Override
  public List<Finding> findings() {
    return List.of(order("Arrow < ORC < Parquet (strings)", CODEC, "none"));
  }

  @Override
  public List<Chart> charts() {
    return charts(CODEC, FORMAT);
  }
}
