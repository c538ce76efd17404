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

/** Figure 19: the queries with and without LZ4, from a cold cache. */
public final class ColdQueries extends LeafQueries {
  @Override
  public Title title() {
    return new Title(
        26,
        "Queries Q1 to Q5, none and LZ4",
        Paper.FORMATS,
        "figure 19",
        "From a cold cache." + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FormatEngines.formats("placed", "parquet", "parquet-streaming", "orc", "arrow"),
        FormatEngines.CODECS.quick("none", "lz4"),
        QUERIES);
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    return run(cell, lab, FormatEngines.of(cell.get(FORMAT), cell.get(CODEC)), true);
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "ORC performs best overall",
            "ORC before Arrow and Parquet (figure 19)",
            t ->
                Finding.judged(
                    "mean of all: ORC %.1f, Parquet %.1f (streaming %.1f), Arrow %.1f, Placed"
                        + " %.1f ms",
                    Finding.verdict(
                        t.time("orc").orElse(9e9)
                            < Math.min(
                                t.time("parquet-streaming").orElse(0), t.time("arrow").orElse(0))),
                    t.time("orc"),
                    t.time("parquet"),
                    t.time("parquet-streaming"),
                    t.time("arrow"),
                    t.time("placed"))));
  }

  @Override
  public List<Chart> charts() {
    return List.of(chart(CODEC));
  }
}
