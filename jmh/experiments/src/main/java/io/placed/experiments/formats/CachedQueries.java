package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.benchmarks.engine.Engine;
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

/** Figure 20: the queries from a cold and a warm cache. */
public final class CachedQueries extends LeafQueries {
  private static final String CACHE = "cache";

  @Override
  public Title title() {
    return new Title(
        27,
        "Queries Q1 to Q5, cold and warm",
        Paper.FORMATS,
        "figure 20",
        "LZ4; Arrow with zstd, since its LZ4 in Java takes minutes for megabytes." + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FormatEngines.formats("placed", "parquet", "orc", "arrow"),
        Knob.words(CACHE, "page cache", "cold", "warm"),
        QUERIES);
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    String format = cell.get(FORMAT);
    // Arrow's LZ4 in Java is too slow.
    Engine engine = FormatEngines.of(format, format.equals("arrow") ? "zstd" : "lz4");
    return run(cell, lab, engine, cell.is(CACHE, "cold"));
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Arrow and ORC gain by a warm cache",
            "significantly so for Arrow",
            t ->
                Finding.shown(
                    "cold/warm: Arrow %.2f, ORC %.2f, Parquet %.2f, Placed %.2f",
                    gain(t, "arrow"), gain(t, "orc"), gain(t, "parquet"), gain(t, "placed"))));
  }

  private static OptionalDouble gain(ResultTable t, String format) {
    return Finding.ratio(t.time(format, CACHE, "cold"), t.time(format, CACHE, "warm"));
  }

  @Override
  public List<Chart> charts() {
    return List.of(chart(CACHE));
  }
}
