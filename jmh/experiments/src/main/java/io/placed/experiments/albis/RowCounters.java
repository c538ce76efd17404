package io.placed.experiments.albis;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Scan;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import java.util.List;

/** Table 1: time, instructions and cache misses of a row. */
public final class RowCounters extends Goodput {
  private static final String COUNTER = "counter";

  @Override
  public Title title() {
    return new Title(
        38,
        "Time, instructions and cache misses of a row",
        Paper.ALBIS,
        "table 1",
        "One thread, a local file; instructions and cache misses by 'perf stat'." + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        Knob.words(
            FORMAT, "format, uncompressed", "placed", "placed-albis", "arrow", "orc", "parquet"),
        Knob.words(COUNTER, "what is counted", "time", "instructions", "cache-misses"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Engine engine = engine(cell.get(FORMAT));
    String address = lab.file(TABLE, engine.format()).toString();
    if (cell.is(COUNTER, "time")) {
      return rates(read(engine, address, lab), 1, engine, lab);
    }
    Scan scan = engine.prepare(address, all(lab));
    lab.check(QUESTION, scan.run().text());
    double count = PerfCounter.count(cell.get(COUNTER), scan);
    return Outcome.ofNothing().with("per row", "", count / lab.table(TABLE).rows()).build();
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        row("Parquet", "105.3 ns", "parquet"),
        row("ORC", "63.0 ns", "orc"),
        row("Arrow", "31.2 ns", "arrow"),
        row("Albis (here: the placement albis)", "20.8 ns", "placed-albis"),
        row("(not in the paper) Placed, default placement", "–", "placed"),
        new Finding(
            "Cache misses of a row",
            "Parquet 9.2, ORC 4.6, Arrow 5.1, Albis 3.0",
            t ->
                Finding.shown(
                    "Parquet %.2f, ORC %.2f, Arrow %.2f, albis %.2f",
                    at(t, "per row", "parquet", COUNTER, "cache-misses"),
                    at(t, "per row", "orc", COUNTER, "cache-misses"),
                    at(t, "per row", "arrow", COUNTER, "cache-misses"),
                    at(t, "per row", "placed-albis", COUNTER, "cache-misses"))));
  }

  private static Finding row(String name, String paper, String format) {
    return new Finding(
        name + ", a row of 23 columns",
        paper,
        t -> Finding.shown("%.1f ns", at(t, "per row", format, COUNTER, "time")));
  }

  @Override
  public List<Chart> charts() {
    return List.of(Chart.bars("Of a row: ns, or number", "per row", "", FORMAT, COUNTER));
  }
}
