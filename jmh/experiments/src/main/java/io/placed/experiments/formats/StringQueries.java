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

/** Figure 21: queries of strings on encoded values. */
public final class StringQueries extends LeafQueries {
  @Override
  public Title title() {
    return new Title(
        28,
        "Queries of strings on encoded values",
        Paper.FORMATS,
        "figure 21",
        "Warm; placed-decoded tests decoded strings, placed the codes of the dictionary." + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FormatEngines.formats(
            "placed", "placed-decoded", "parquet", "parquet-streaming", "orc", "arrow"),
        FormatEngines.CODECS.quick("none"),
        Knob.words(QUERY, "of table 7", "Q2", "Q3"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    return run(cell, lab, FormatEngines.of(cell.get(FORMAT), cell.get(CODEC)), false);
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Direct queries of strings are faster",
            "3 × (Arrow with and without)",
            t ->
                Finding.number(
                    "%.1f × in Placed",
                    Finding.ratio(t.time("placed-decoded"), t.time("placed")), 1.5, 1000)),
        new Finding(
            "(not in the paper) Placed beside the others",
            "–",
            t ->
                Finding.shown(
                    "Placed %.2f, Parquet %.2f, ORC %.2f, Arrow %.2f ms",
                    t.time("placed"), t.time("parquet"), t.time("orc"), t.time("arrow"))));
  }

  @Override
  public List<Chart> charts() {
    return List.of(chart(CODEC));
  }
}
