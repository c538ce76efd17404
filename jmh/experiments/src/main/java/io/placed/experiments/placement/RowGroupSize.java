package io.placed.experiments.placement;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.ResultTable;
import io.placed.experiments.placement.StoredTable.Access;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Figures 3 and 4: row group × buffer × readahead. */
abstract class RowGroupSize extends ColumnReading {
  /**
   * Reads columns of a table in a layout.
   *
   * @param place where the file is read
   * @param files what is dropped from the page cache before each repetition
   */
  static Outcome.Builder read(
      Cell cell, Lab lab, StoredTable stored, List<String> columns, Place place, List<Path> files)
      throws Exception {
    return measure(
        stored,
        cell.integer(READAHEAD),
        files,
        lab,
        () -> read(cell, stored, columns, Access.COLUMN, place));
  }

  /** The table in the layout that the cell names. */
  final StoredTable stored(Cell cell, SourceTable table, Lab lab) throws IOException {
    return stored(
        new Layout(cell.get(FORMAT), table, cell.integer(ROW_GROUP), List.of(), 1, false), lab);
  }

  /**
   * The paper's findings about both.
   *
   * @param store a knob that has no part in it
   * @param usual the value of that knob to compare at
   */
  static List<Finding> findings(String store, String usual) {
    return List.of(
        new Finding(
            "Row groups in which a column is a little larger than the buffer: twice as much is read"
                + " as needed (without readahead)",
            "655.5 MiB for 320.4: 2.05 × (row group 4 MiB, buffer 256 KiB)",
            t -> {
              String rg = t.near(ROW_GROUP, 4);
              var worst =
                  t.values(IO).stream()
                      .filter(io -> !io.equals("0"))
                      .map(
                          io ->
                              t.median(
                                  EXCESS, FORMAT, "placed", store, usual, ROW_GROUP, rg, IO, io,
                                  READAHEAD, "0"))
                      .filter(java.util.OptionalDouble::isPresent)
                      .mapToDouble(java.util.OptionalDouble::getAsDouble)
                      .max();
              return Finding.number(
                  "at most %.2f × with row groups of " + rg + " MiB, any buffer", worst, 1.3, 3);
            }),
        new Finding(
            "With readahead more than half of the table is read, of which a quarter is needed",
            "> 2 × (row group 4 MiB, buffer 256 KiB)",
            t ->
                Finding.number(
                    "%.2f × with the smallest row groups",
                    excess(t, store, usual, t.least(ROW_GROUP), t.near(IO, 256), false), 2, 9)),
        new Finding(
            "Large row groups: almost only what is needed is read",
            "360.6 MiB for 320.4: 1.13 × (row group 256 MiB, buffer 256 KiB, readahead 1 MiB)",
            t ->
                Finding.number(
                    "%.2f × with row groups of " + t.most(ROW_GROUP) + " MiB",
                    excess(t, store, usual, t.most(ROW_GROUP), t.near(IO, 256), false),
                    0.95,
                    1.2)),
        new Finding(
            "The throughput grows with the row group",
            "31.8 → 86.8 MiB/s (4 → 256 MiB)",
            t ->
                Finding.shown(
                    "%.0f → %.0f MiB/s on this device (a virtual one)",
                    throughput(t, store, usual, t.least(ROW_GROUP)),
                    throughput(t, store, usual, t.most(ROW_GROUP)))),
        ownReader(store, usual, "placed"),
        ownReader(store, usual, "parquet"),
        ownReader(store, usual, "orc"));
  }

  private static Finding ownReader(String store, String usual, String format) {
    return new Finding(
        "(not in the paper) the own reader of " + format + " with the most readahead",
        "–",
        t ->
            Finding.shown(
                "%.2f × at the smallest, %.2f × at the largest row groups",
                own(t, store, usual, format, t.least(ROW_GROUP)),
                own(t, store, usual, format, t.most(ROW_GROUP))));
  }

  private static java.util.OptionalDouble own(
      ResultTable t, String store, String usual, String format, String rg) {
    return t.median(
        EXCESS, FORMAT, format, store, usual, ROW_GROUP, rg, IO, "0", READAHEAD, t.most(READAHEAD));
  }

  private static java.util.OptionalDouble excess(
      ResultTable t, String store, String usual, String rg, String io, boolean none) {
    String readahead = none ? "0" : t.most(READAHEAD);
    return t.median(
        EXCESS, FORMAT, "placed", store, usual, ROW_GROUP, rg, IO, io, READAHEAD, readahead);
  }

  private static java.util.OptionalDouble throughput(
      ResultTable t, String store, String usual, String rg) {
    return t.median(
        "throughput",
        FORMAT,
        "placed",
        store,
        usual,
        ROW_GROUP,
        rg,
        IO,
        t.near(IO, 256),
        READAHEAD,
        t.most(READAHEAD));
  }

  static List<Chart> charts(String... facets) {
    return List.of(
        Chart.bars("Bytes of the device per byte needed", EXCESS, "×", ROW_GROUP, facets),
        Chart.bars("Throughput", "throughput", "MiB/s", ROW_GROUP, facets));
  }
}
