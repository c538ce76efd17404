package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Filter;
import io.placed.benchmarks.engine.Query;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 17: filters of strings. */
public final class StringFilters extends Filters {
  private static final String TABLE = "customer_demographics";
  private static final String COLUMN = "cd_education_status";

  @Override
  public Title title() {
    return new Title(
        23,
        "Filters of strings",
        Paper.FORMATS,
        "figure 17",
        "cd_education_status = 'College' (a seventh of the rows): rows counted, lengths summed,"
            + " cold."
            + READERS);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(FORMATS, CODECS);
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Query query =
        TableScan.columns(lab.table(TABLE), List.of(COLUMN))
            .where(List.of(Filter.text(COLUMN, "College")));
    Engine engine = FormatEngines.of(cell.get(FORMAT), cell.get(CODEC));
    return TableScan.run(lab, TABLE, engine, query, true).build();
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "A filter on the dictionary's codes is faster than one on strings",
            "2–4 × (direct)",
            t ->
                Finding.number(
                    "%.1f × in Placed",
                    Finding.ratio(
                        t.time("placed-decoded", CODEC, "zstd"), t.time("placed", CODEC, "zstd")),
                    1.5,
                    1000)),
        new Finding(
            "Parquet is faster than ORC",
            "yes (figure 17)",
            t ->
                Finding.number(
                    "ORC takes %.1f × the time of parquet-streaming (none)",
                    Finding.ratio(
                        t.time("orc", CODEC, "none"), t.time("parquet-streaming", CODEC, "none")),
                    1.0001,
                    99)));
  }

  @Override
  public List<Chart> charts() {
    return List.of(chart(CODEC, FORMAT));
  }
}
