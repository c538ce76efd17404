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
import io.placed.experiments.ResultTable;
import java.util.List;
import java.util.OptionalDouble;

/** Figure 14: one column to all columns. */
public final class GrowingProjection extends Projection {
  private static final String COUNT = "first-columns";

  @Override
  public Title title() {
    return new Title(
        20,
        "One column to all columns",
        Paper.FORMATS,
        "figure 14",
        "The first columns of catalog_sales, cold. The time should be proportional to the"
            + " columns read.");
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FORMATS,
        FormatEngines.CODECS.quick("zstd"),
        Knob.numbers(COUNT, "how many columns are read", "1 2 4 8 16 24 34").quick("1 8 34"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    List<String> all = lab.table("catalog_sales").totals().columns();
    int count = Math.max(1, Math.min(all.size(), cell.integer(COUNT)));
    return read(cell, lab, "catalog_sales", all.subList(0, count));
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        proportional("placed"),
        proportional("parquet"),
        proportional("orc"),
        new Finding(
            "Arrow: one column costs half of all",
            "only 2 × faster than the whole table",
            t ->
                Finding.number(
                    "all columns take %.1f × the time of one", growth(t, "arrow"), 1, 4)));
  }

  private static Finding proportional(String format) {
    return new Finding(
        format + ": the time grows with the columns",
        "ORC: proportional",
        t -> Finding.number("all columns take %.1f × the time of one", growth(t, format), 5, 1000));
  }

  private static OptionalDouble growth(ResultTable t, String format) {
    return Finding.ratio(
        t.time(format, CODEC, "zstd", COUNT, t.most(COUNT)),
        t.time(format, CODEC, "zstd", COUNT, t.least(COUNT)));
  }

  @Override
  public List<Chart> charts() {
    return charts(COUNT, FORMAT);
  }
}
