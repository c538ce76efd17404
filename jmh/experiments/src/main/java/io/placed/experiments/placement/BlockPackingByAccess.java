package io.placed.experiments.placement;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import io.placed.experiments.placement.StoredTable.Access;
import java.util.List;
import java.util.OptionalDouble;

/** Figure 7: a row group in one file or in sixteen, read row by row or column by column. */
public final class BlockPackingByAccess extends BlockPacking {
  private static final String ACCESS = "access";
  private static final int LARGEST_ROW_GROUP = 512;

  @Override
  public Title title() {
    return new Title(
        5,
        "A row group in one file or sixteen",
        Paper.PLACEMENT,
        "figure 7",
        "T1 in row groups as large as possible; 4 of 16 columns, row-wise or column-wise,"
            + " each page read by itself, without a buffer.");
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FORMATS,
        FILE_COUNTS,
        Knob.words(ACCESS, "row-wise or column-wise", "column", "row"),
        READERS,
        READAHEADS.quick("512"));
  }

  @Override
  public boolean applies(Cell cell) {
    return cell.is(READER, "paper") || cell.is(ACCESS, "column");
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    StoredTable stored = stored(cell, LARGEST_ROW_GROUP, lab);
    Access access = cell.is(ACCESS, "column") ? Access.COLUMN : Access.ROW;
    return measure(
            stored,
            cell.integer(READAHEAD),
            stored.files(),
            lab,
            () -> direct(cell, stored, FOUR, access))
        .build();
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Several files bring nothing, column-wise",
            "no significant gain (figure 7)",
            t ->
                Finding.number("%.2f × the time on the paper's disk", gain(t, "column"), 0.8, 1.2)),
        new Finding(
            "Nor row-wise",
            "no significant gain (figure 7)",
            t -> Finding.number("%.2f × the time on the paper's disk", gain(t, "row"), 0.8, 1.2)));
  }

  private static OptionalDouble gain(ResultTable t, String access) {
    String ra = t.most(READAHEAD);
    return Finding.ratio(
        t.median(
            MODEL, FORMAT, "placed", FILES, "1", ACCESS, access, READER, "paper", READAHEAD, ra),
        t.median(
            MODEL, FORMAT, "placed", FILES, "16", ACCESS, access, READER, "paper", READAHEAD, ra));
  }

  @Override
  public List<Chart> charts() {
    return charts(ACCESS);
  }
}
