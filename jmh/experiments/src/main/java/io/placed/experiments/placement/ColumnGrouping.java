package io.placed.experiments.placement;

import io.placed.datasets.RandomTable;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import java.io.IOException;
import java.util.List;

/** Figures 5 and 6: two columns stored separately or in a column group. */
abstract class ColumnGrouping extends ColumnReading {
  static final String GROUPING = "grouping";

  static final Knob GROUPINGS = Knob.words(GROUPING, "whether the two are a group", "no", "yes");

  static final String HOW =
      " Two columns that do not touch are read, by themselves or as one column group: in Placed"
          + " stored row by row (stride 1), in Parquet and ORC a struct, whose fields lie side by"
          + " side.";

  static final List<String> PAIR = RandomTable.columns(2);

  /** A table whose two columns are a column group if the cell's knob is on. */
  final StoredTable stored(Cell cell, String table, int rowGroup, Lab lab) throws IOException {
    return stored(
        new Layout(
            cell.get(FORMAT),
            SourceTable.random(table, lab.scale()),
            rowGroup,
            cell.is(GROUPING, "yes") ? PAIR : List.of(),
            1,
            false),
        lab);
  }

  static List<Chart> charts(String x, String... facets) {
    return List.of(
        Chart.bars("Bytes of the device per byte needed", EXCESS, "×", x, facets),
        Chart.bars("Time on the paper's disk", MODEL, "s", x, facets));
  }
}
