package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.benchmarks.engine.Engine;
import io.placed.experiments.Cell;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;

/** Figure 10: loading catalog_sales from disk. */
public final class LoadFromDisk extends SerialLoad {
  @Override
  public Title title() {
    return new Title(
        16,
        "Loading catalog_sales from disk",
        Paper.FORMATS,
        "figure 10",
        "All columns are decoded into the reader's own arrays and summed, from a cold cache.");
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Engine engine = FormatEngines.of(cell.get(FORMAT), cell.get(CODEC));
    return TableScan.run(lab, TABLE, engine, all(lab), true).build();
  }
}
