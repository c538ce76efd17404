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

/** Figure 6: two columns separately or in a group, over the size of row groups. */
public final class ColumnGroupingBySize extends ColumnGrouping {
  @Override
  public Title title() {
    return new Title(
        4,
        "Column groups and row group size",
        Paper.PLACEMENT,
        "figure 6",
        "T2, one file; the paper's reader with a buffer of 256 KiB." + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FORMATS,
        ROW_GROUPS.quick("1 16"),
        GROUPINGS,
        Knob.words(STORE, "where the file is", "local", "hdfs", "hdfs-short-circuit")
            .quick("local"),
        IOS.quick("0 256"),
        READAHEADS.quick("512"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    StoredTable stored = stored(cell, "T2", cell.integer(ROW_GROUP), lab);
    boolean local = cell.is(STORE, "local");
    if (!local && !stored.isOn(lab.hdfs())) {
      stored.copyTo(lab.hdfs());
    }
    Place place =
        local ? Place.local() : Place.of(lab.hdfs(), cell.is(STORE, "hdfs-short-circuit"));
    return measure(
            stored,
            cell.integer(READAHEAD),
            local ? stored.files() : lab.hdfs().blockFiles(),
            lab,
            () -> read(cell, stored, PAIR, Access.COLUMN, place))
        .build();
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "With small row groups a group gains",
            "yes (figure 6)",
            t ->
                Finding.number(
                    "%.2f × less time on the paper's disk",
                    gainAt(t, t.least(ROW_GROUP)), 1.3, 1e9)),
        new Finding(
            "With large row groups it does not",
            "no significant gain",
            t ->
                Finding.number(
                    "%.2f × with row groups of " + t.most(ROW_GROUP) + " MiB",
                    gainAt(t, t.most(ROW_GROUP)),
                    0.5,
                    1.25)));
  }

  private static OptionalDouble gainAt(ResultTable t, String rg) {
    String io = t.near(IO, 256);
    String ra = t.most(READAHEAD);
    return Finding.ratio(
        t.median(
            MODEL, FORMAT, "placed", ROW_GROUP, rg, GROUPING, "no", STORE, "local", IO, io,
            READAHEAD, ra),
        t.median(
            MODEL, FORMAT, "placed", ROW_GROUP, rg, GROUPING, "yes", STORE, "local", IO, io,
            READAHEAD, ra));
  }

  @Override
  public List<Chart> charts() {
    return charts(ROW_GROUP, FORMAT, STORE, READAHEAD);
  }
}
