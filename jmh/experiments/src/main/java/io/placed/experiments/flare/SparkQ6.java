package io.placed.experiments.flare;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import java.util.List;

/** Q6 of TPC-H through Spark. */
public final class SparkQ6 extends SparkQueries {
  @Override
  public Title title() {
    return new Title(
        42, "TPC-H Q6 from CSV and from columns", Paper.FLARE, "listings", "Warm." + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(FORMATS);
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    return run("q6", cell.get(FORMAT), lab);
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Parquet is far faster than CSV in Spark",
            "12,278 and 535 ms: 23 ×",
            t -> Finding.number("%.1f ×", ratio(t, "csv", "parquet"), 3, 999)),
        new Finding(
            "A compiled scan is faster than Spark's Parquet",
            "99 ms (Flare Parquet): 5.4 ×",
            t -> Finding.number("%.1f × (Placed)", ratio(t, "parquet", "placed"), 1.5, 999)),
        new Finding(
            "and than CSV",
            "124 ×",
            t -> Finding.shown("%.0f × (Placed)", ratio(t, "csv", "placed"))));
  }

  @Override
  public List<Chart> charts() {
    return charts(FORMAT);
  }
}
