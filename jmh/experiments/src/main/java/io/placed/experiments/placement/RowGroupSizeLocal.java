package io.placed.experiments.placement;

import io.placed.datasets.RandomTable;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import java.util.List;

/** Figure 3: row group × buffer × readahead on the local file system. */
public final class RowGroupSizeLocal extends RowGroupSize {
  private static final String TABLE = "table";

  @Override
  public Title title() {
    return new Title(
        1,
        "Row group size, buffer and readahead, local file system",
        Paper.PLACEMENT,
        "figure 3",
        "T1: 16 columns of 40 random characters (also ints and doubles), neither compressed nor"
            + " encoded, one file. Columns that do not touch are read from a cold cache: each"
            + " column of a row group after the other through one buffer, or (io = 0) by the"
            + " format's own reader. Bytes are those that the process made the device read;"
            + " disk time is that on the paper's disk (10 ms a seek, 100 MiB/s).");
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        Knob.words(TABLE, "which table", "T1", "T1-int", "T1-double").quick("T1"),
        Knob.numbers(COLUMNS, "columns read of 16: 1, 2 or 4", "1 2 4").quick("4"),
        FORMATS,
        ROW_GROUPS.quick("1 5 16"),
        IOS.quick("0 256"),
        READAHEADS.quick("0 1024"));
  }

  /** Ints and doubles, and fewer columns, are measured with one buffer and two readaheads. */
  @Override
  public boolean applies(Cell cell) {
    if (cell.is(TABLE, "T1") && cell.is(COLUMNS, "4")) {
      return true;
    }
    return List.of("0", "256").contains(cell.get(IO))
        && List.of("0", "512").contains(cell.get(READAHEAD))
        && (cell.is(TABLE, "T1") || cell.is(COLUMNS, "4"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    StoredTable stored = stored(cell, SourceTable.random(cell.get(TABLE), lab.scale()), lab);
    List<String> columns = RandomTable.columns(cell.integer(COLUMNS));
    return read(cell, lab, stored, columns, Place.local(), stored.files()).build();
  }

  @Override
  public List<Finding> findings() {
    return findings(COLUMNS, "4");
  }

  @Override
  public List<Chart> charts() {
    return charts(TABLE, COLUMNS, FORMAT, READAHEAD);
  }
}
