package io.placed.experiments.placement;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.NotMeasuredException;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import io.placed.experiments.placement.StoredTable.Access;
import java.util.List;
import java.util.OptionalDouble;

/** Figures 7 and 8: a row group in one file or in sixteen. */
public final class BlockPacking extends ColumnReading {
  private static final String FILES = "files";
  private static final String ACCESS = "access";
  private static final int LARGEST_ROW_GROUP = 512;

  private final boolean sweepsRowGroups;

  /**
   * @param sweepsRowGroups figure 8 rather than figure 7
   */
  public BlockPacking(boolean sweepsRowGroups) {
    this.sweepsRowGroups = sweepsRowGroups;
  }

  @Override
  public Title title() {
    return sweepsRowGroups
        ? new Title(
            6,
            "A row group in one file or sixteen, and row group size",
            Paper.PLACEMENT,
            "figure 8",
            "T1; 4 of 16 columns through a buffer for each file. Parquet and ORC have no such"
                + " packing: a row group of theirs lies in one file.")
        : new Title(
            5,
            "A row group in one file or sixteen",
            Paper.PLACEMENT,
            "figure 7",
            "T1 in row groups as large as possible; 4 of 16 columns, row-wise or column-wise,"
                + " each page read by itself, without a buffer.");
  }

  @Override
  public List<Knob> knobs() {
    Knob files = Knob.numbers(FILES, "files that a row group is spread over", "1 16");
    Knob access = Knob.words(ACCESS, "row-wise or column-wise", "column", "row");
    return sweepsRowGroups
        ? List.of(
            FORMATS, ROW_GROUPS.quick("1 16"), files, IOS.quick("0 256"), READAHEADS.quick("1024"))
        : List.of(FORMATS, files, access, READERS, READAHEADS.quick("512"));
  }

  @Override
  public boolean applies(Cell cell) {
    return sweepsRowGroups
        ? cell.is(FORMAT, "placed") || cell.is(FILES, "1")
        : cell.is(READER, "paper") || cell.is(ACCESS, "column");
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    if (!cell.is(FORMAT, "placed") && cell.integer(FILES) > 1) {
      throw new NotMeasuredException(cell.get(FORMAT) + " has no files that share a row group");
    }
    RandomTable table = RandomTable.of("T1", lab.scale());
    int rowGroup = sweepsRowGroups ? cell.integer(ROW_GROUP) : LARGEST_ROW_GROUP;
    Layout layout =
        new Layout(cell.get(FORMAT), table, rowGroup, List.of(), cell.integer(FILES), false);
    StoredTable stored = stored(layout, lab);
    Access access = sweepsRowGroups || cell.is(ACCESS, "column") ? Access.COLUMN : Access.ROW;
    return measure(
            stored,
            cell.integer(READAHEAD),
            stored.files(),
            lab,
            () ->
                sweepsRowGroups
                    ? read(cell, stored, RandomTable.columns(4), access, Place.local())
                    : direct(cell, stored, RandomTable.columns(4), access))
        .build();
  }

  @Override
  public List<Finding> findings() {
    if (!sweepsRowGroups) {
      return List.of(
          new Finding(
              "Several files bring nothing, column-wise",
              "no significant gain (figure 7)",
              t ->
                  Finding.number(
                      "%.2f × the time on the paper's disk", gain(t, "column"), 0.8, 1.2)),
          new Finding(
              "Nor row-wise",
              "no significant gain (figure 7)",
              t ->
                  Finding.number("%.2f × the time on the paper's disk", gain(t, "row"), 0.8, 1.2)));
    }
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

  private static OptionalDouble gain(ResultTable t, String access) {
    String ra = t.most(READAHEAD);
    return Finding.ratio(
        t.median(
            MODEL, FORMAT, "placed", FILES, "1", ACCESS, access, READER, "paper", READAHEAD, ra),
        t.median(
            MODEL, FORMAT, "placed", FILES, "16", ACCESS, access, READER, "paper", READAHEAD, ra));
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
    String x = sweepsRowGroups ? ROW_GROUP : ACCESS;
    return List.of(
        Chart.bars("Bytes of the device per byte needed", EXCESS, "×", x, FORMAT, READAHEAD),
        Chart.bars("Time on the paper's disk", MODEL, "s", x, FORMAT, READAHEAD));
  }
}
