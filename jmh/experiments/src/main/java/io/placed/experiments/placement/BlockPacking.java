package io.placed.experiments.placement;

import io.placed.datasets.RandomTable;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.NotMeasuredException;
import java.io.IOException;
import java.util.List;

/** Figures 7 and 8: a row group in one file or in sixteen. */
abstract class BlockPacking extends ColumnReading {
  static final String FILES = "files";

  static final Knob FILE_COUNTS =
      Knob.numbers(FILES, "files that a row group is spread over", "1 16");

  static final List<String> FOUR = RandomTable.columns(4);

  /**
   * The paper's first table in the files that the cell names.
   *
   * @throws NotMeasuredException if the format cannot have them
   */
  final StoredTable stored(Cell cell, int rowGroup, Lab lab)
      throws IOException, NotMeasuredException {
    if (!cell.is(FORMAT, "placed") && cell.integer(FILES) > 1) {
      throw new NotMeasuredException(cell.get(FORMAT) + " has no files that share a row group");
    }
    SourceTable table = SourceTable.random("T1", lab.scale());
    return stored(
        new Layout(cell.get(FORMAT), table, rowGroup, List.of(), cell.integer(FILES), false), lab);
  }

  static List<Chart> charts(String x) {
    return List.of(
        Chart.bars("Bytes of the device per byte needed", EXCESS, "×", x, FORMAT, READAHEAD),
        Chart.bars("Time on the paper's disk", MODEL, "s", x, FORMAT, READAHEAD));
  }
}
