package io.placed.experiments.albis;

import io.placed.benchmarks.engine.Filter;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import io.placed.experiments.formats.FormatEngines;
import io.placed.experiments.formats.TableScan;
import java.util.List;
import java.util.OptionalDouble;

/** The knobs of the paper's benchmark program: a part of the columns, a part of the rows. */
public final class Selection implements Experiment {
  private static final String TABLE = "ints-100";
  private static final String PROJECTIVITY = "projectivity";
  private static final String SELECTIVITY = "selectivity-percent";

  @Override
  public Title title() {
    return new Title(
        40,
        "Projectivity and selectivity",
        Paper.ALBIS,
        "knobs of its program",
        "A table of 100 columns of random ints (a million rows at scale 1): the first columns are"
            + " summed where the first is in a range, warm, without compression.");
  }

  @Override
  public double scale(boolean quick) {
    return quick ? 0.05 : 1;
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FormatEngines.formats("placed", "parquet", "orc", "arrow"),
        Knob.numbers(PROJECTIVITY, "columns read, of 100", "1 10 25 50 100").quick("10 100"),
        Knob.numbers(SELECTIVITY, "rows wanted, percent", "1 10 50 100").quick("1 100"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    TableFiles table = lab.table(TABLE);
    List<String> all = table.totals().columns();
    Query query = TableScan.columns(table, all.subList(0, Math.max(1, cell.integer(PROJECTIVITY))));
    if (cell.number(SELECTIVITY) < 100) {
      int most = (int) (Integer.MAX_VALUE * (cell.number(SELECTIVITY) / 100));
      query = query.where(List.of(Filter.ints(all.get(0), 0, most)));
    }
    return TableScan.run(lab, TABLE, FormatEngines.of(cell.get("format"), "none"), query, false)
        .build();
  }

  private static OptionalDouble time(ResultTable t, String format, String columns, String rows) {
    return t.median("time", "format", format, PROJECTIVITY, columns, SELECTIVITY, rows);
  }

  @Override
  public List<Finding> findings() {
    return List.of(gain("placed"), gain("parquet"), gain("orc"), gain("arrow"));
  }

  private static Finding gain(String format) {
    return new Finding(
        format + ": all rows and columns, over fewest columns, over fewest rows",
        "– (no figure)",
        t ->
            Finding.shown(
                "%.1f ms; %.1f ms; %.1f ms",
                time(t, format, t.most(PROJECTIVITY), t.most(SELECTIVITY)),
                time(t, format, t.least(PROJECTIVITY), t.most(SELECTIVITY)),
                time(t, format, t.most(PROJECTIVITY), t.least(SELECTIVITY))));
  }

  @Override
  public List<Chart> charts() {
    return List.of(Chart.bars("Time", "time", "ms", PROJECTIVITY, SELECTIVITY));
  }
}
