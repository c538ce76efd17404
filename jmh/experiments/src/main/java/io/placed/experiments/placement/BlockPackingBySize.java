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

/** Figure 8: a row group in one file or in sixteen, over the size of row groups. */
public final class BlockPackingBySize extends BlockPacking {
  @Override
  public Title title() {
    return new Title(
        6,
        "A row group in one file or sixteen, and row group size",
        Paper.PLACEMENT,
        "figure 8",
        "T1; 4 of 16 columns through a buffer for each file. Parquet and ORC have no such"
            + " packing: a row group of theirs lies in one file.");
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FORMATS,
        ROW_GROUPS.quick("1 16"),
        FILE_COUNTS,
        IOS.quick("0 256"),
        READAHEADS.quick("1024"));
  }

  @Override
  public boolean applies(Cell cell) {
    return cell.is(FORMAT, "placed") || cell.is(FILES, "1");
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    StoredTable stored = stored(cell, cell.integer(ROW_GROUP), lab);
    return measure(
            stored,
            cell.integer(READAHEAD),
            stored.files(),
            lab,
            () -> read(cell, stored, FOUR, Access.COLUMN, Place.local()))
        .build();
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Sixteen files win with small row groups and large readahead",
            "yes (figure 8)",
            t -> Finding.number("%.2f × less is read", saving(t, t.least(ROW_GROUP)), 1.3, 99)),
        new Finding(
            "They do not with large row groups",
            "no advantage (figure 8)",
            t ->
                Finding.number(
                    "%.2f × less with row groups of " + t.most(ROW_GROUP) + " MiB",
                    saving(t, t.most(ROW_GROUP)),
                    0.9,
                    1.25)));
  }

  private static OptionalDouble saving(ResultTable t, String rg) {
    String io = t.near(IO, 256);
    String ra = t.most(READAHEAD);
    return Finding.ratio(
        t.median(EXCESS, FORMAT, "placed", ROW_GROUP, rg, FILES, "1", IO, io, READAHEAD, ra),
        t.median(EXCESS, FORMAT, "placed", ROW_GROUP, rg, FILES, "16", IO, io, READAHEAD, ra));
  }

  @Override
  public List<Chart> charts() {
    return charts(ROW_GROUP);
  }
}
