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

/** Figure 5: two columns separately or in a group, read row by row or column by column. */
public final class ColumnGroupingByAccess extends ColumnGrouping {
  private static final String ACCESS = "access";
  private static final int LARGEST_ROW_GROUP = 512;

  @Override
  public Title title() {
    return new Title(
        3,
        "Column groups, read row by row or column by column",
        Paper.PLACEMENT,
        "figure 5",
        "T1 in row groups as large as possible, one file; row-wise: page by page of both"
            + " columns in turn, column-wise: one column of a row group after the other; each page"
            + " is read by itself, without a buffer."
            + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(
        FORMATS,
        GROUPINGS,
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
    StoredTable stored = stored(cell, "T1", LARGEST_ROW_GROUP, lab);
    Access access = cell.is(ACCESS, "column") ? Access.COLUMN : Access.ROW;
    return measure(
            stored,
            cell.integer(READAHEAD),
            stored.files(),
            lab,
            () -> direct(cell, stored, PAIR, access))
        .build();
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Read row by row, a group is much faster: no seeks between its columns",
            "clear advantage (bars of figure 5)",
            t -> Finding.number("%.1f × less time on the paper's disk", gain(t, "row"), 1.5, 1e9)),
        new Finding(
            "Read column by column, a group gains little",
            "3–4 MiB/s of about 90",
            t ->
                Finding.number(
                    "%.2f × the time of the group on the paper's disk",
                    gain(t, "column"), 0.5, 1.2)));
  }

  private static OptionalDouble gain(ResultTable t, String access) {
    String ra = t.most(READAHEAD);
    return Finding.ratio(
        t.median(
            MODEL, FORMAT, "placed", GROUPING, "no", ACCESS, access, READER, "paper", READAHEAD,
            ra),
        t.median(
            MODEL, FORMAT, "placed", GROUPING, "yes", ACCESS, "column", READER, "paper", READAHEAD,
            ra));
  }

  @Override
  public List<Chart> charts() {
    return charts(ACCESS, FORMAT, READAHEAD);
  }
}
