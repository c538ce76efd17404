package io.placed.experiments.placement;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.placement.StoredTable.Access;
import java.util.List;
import java.util.OptionalDouble;

/** Figures 5 and 6: two columns by themselves or in a group. */
public final class ColumnGrouping extends ColumnReading {
  private static final String GROUPING = "grouping";
  private static final String ACCESS = "access";
  private static final int LARGEST_ROW_GROUP = 512;

  private final boolean sweepsRowGroups;

  /**
   * @param sweepsRowGroups figure 6 rather than figure 5
   */
  public ColumnGrouping(boolean sweepsRowGroups) {
    this.sweepsRowGroups = sweepsRowGroups;
  }

  @Override
  public Title title() {
    String how =
        " Two columns that do not touch are read, by themselves or as one column group: in Placed"
            + " stored row by row (stride 1), in Parquet and ORC a struct, whose fields lie side by"
            + " side.";
    return sweepsRowGroups
        ? new Title(
            4,
            "Column groups and row group size",
            Paper.PLACEMENT,
            "figure 6",
            "T2, one file; the paper's reader with a buffer of 256 KiB." + how)
        : new Title(
            3,
            "Column groups, read row by row or column by column",
            Paper.PLACEMENT,
            "figure 5",
            "T1 in row groups as large as possible, one file; row-wise: page by page of both"
                + " columns in turn, column-wise: one column of a row group after the other; each page"
                + " is read by itself, without a buffer."
                + how);
  }

  @Override
  public List<Knob> knobs() {
    Knob grouping = Knob.words(GROUPING, "whether the two are a group", "no", "yes");
    if (!sweepsRowGroups) {
      return List.of(
          FORMATS,
          grouping,
          Knob.words(ACCESS, "row-wise or column-wise", "column", "row"),
          READERS,
          READAHEADS.quick("512"));
    }
    return List.of(
        FORMATS,
        ROW_GROUPS.quick("1 16"),
        grouping,
        Knob.words(STORE, "where the file is", "local", "hdfs", "hdfs-short-circuit")
            .quick("local"),
        IOS.quick("0 256"),
        READAHEADS.quick("512"));
  }

  @Override
  public boolean applies(Cell cell) {
    return sweepsRowGroups || cell.is(READER, "paper") || cell.is(ACCESS, "column");
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    RandomTable table = RandomTable.of(sweepsRowGroups ? "T2" : "T1", lab.scale());
    List<String> columns = RandomTable.columns(2);
    int rowGroup = sweepsRowGroups ? cell.integer(ROW_GROUP) : LARGEST_ROW_GROUP;
    Layout layout =
        new Layout(
            cell.get(FORMAT),
            table,
            rowGroup,
            cell.is(GROUPING, "yes") ? columns : List.of(),
            1,
            false);
    StoredTable stored = stored(layout, lab);
    Access access = sweepsRowGroups || cell.is(ACCESS, "column") ? Access.COLUMN : Access.ROW;
    boolean local = !sweepsRowGroups || cell.is(STORE, "local");
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
            () ->
                sweepsRowGroups
                    ? read(cell, stored, columns, access, place)
                    : direct(cell, stored, columns, access))
        .build();
  }

  @Override
  public List<Finding> findings() {
    return sweepsRowGroups ? bySize() : byAccess();
  }

  private static List<Finding> byAccess() {
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

  private static OptionalDouble gain(io.placed.experiments.ResultTable t, String access) {
    String ra = t.most(READAHEAD);
    return Finding.ratio(
        t.median(
            MODEL, FORMAT, "placed", GROUPING, "no", ACCESS, access, READER, "paper", READAHEAD,
            ra),
        t.median(
            MODEL, FORMAT, "placed", GROUPING, "yes", ACCESS, "column", READER, "paper", READAHEAD,
            ra));
  }

  private static List<Finding> bySize() {
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

  private static OptionalDouble gainAt(io.placed.experiments.ResultTable t, String rg) {
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
    String x = sweepsRowGroups ? ROW_GROUP : ACCESS;
    String[] facets =
        sweepsRowGroups
            ? new String[] {FORMAT, STORE, READAHEAD}
            : new String[] {FORMAT, READAHEAD};
    return List.of(
        Chart.bars("Bytes of the device per byte needed", EXCESS, "×", x, facets),
        Chart.bars("Time on the paper's disk", MODEL, "s", x, facets));
  }
}
