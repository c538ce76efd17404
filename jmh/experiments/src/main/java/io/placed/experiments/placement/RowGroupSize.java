package io.placed.experiments.placement;

import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Hdfs;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import io.placed.experiments.placement.StoredTable.Access;
import java.nio.file.Path;
import java.util.List;

/** Figures 3 and 4: row group × buffer × readahead. */
public final class RowGroupSize extends ColumnReading {
  private static final String TABLE = "table";
  private static final List<String> STORES = List.of("hdfs", "hdfs-short-circuit");

  private final boolean onHdfs;

  /**
   * @param onHdfs figure 4 rather than figure 3
   */
  public RowGroupSize(boolean onHdfs) {
    this.onHdfs = onHdfs;
  }

  @Override
  public Title title() {
    return onHdfs
        ? new Title(
            2,
            "Row group size, HDFS with and without short-circuit reads",
            Paper.PLACEMENT,
            "figure 4",
            "T2: 16 columns of 40 random characters, neither compressed nor encoded, one file, on"
                + " HDFS. Four columns that do not touch are read from a cold cache: each column of"
                + " a row group after the other through one buffer, or (io = 0) by the format's own"
                + " reader.")
        : new Title(
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
    if (onHdfs) {
      return List.of(
          FORMATS,
          ROW_GROUPS.quick("1 16"),
          Knob.words(STORE, "how blocks are read", STORES.toArray(String[]::new)),
          IOS.quick("0 256"),
          READAHEADS.quick("512"));
    }
    return List.of(
        Knob.words(TABLE, "which table", "T1", "T1-int", "T1-double").quick("T1"),
        Knob.numbers(COLUMNS, "columns read of 16: 1, 2 or 4", "1 2 4").quick("4"),
        FORMATS,
        ROW_GROUPS.quick("1 5 16"),
        IOS.quick("0 256"),
        READAHEADS.quick("0 1024"));
  }

  /** Ints and doubles, and fewer columns, are looked at with one buffer and two readaheads. */
  @Override
  public boolean applies(Cell cell) {
    if (onHdfs || cell.is(TABLE, "T1") && cell.is(COLUMNS, "4")) {
      return true;
    }
    return List.of("0", "256").contains(cell.get(IO))
        && List.of("0", "512").contains(cell.get(READAHEAD))
        && (cell.is(TABLE, "T1") || cell.is(COLUMNS, "4"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    RandomTable table = RandomTable.of(onHdfs ? "T2" : cell.get(TABLE), lab.scale());
    Layout layout =
        new Layout(cell.get(FORMAT), table, cell.integer(ROW_GROUP), List.of(), 1, false);
    List<String> columns = RandomTable.columns(onHdfs ? 4 : cell.integer(COLUMNS));
    StoredTable stored = stored(layout, lab);
    Place place = Place.local();
    List<Path> files = stored.files();
    if (onHdfs) {
      Hdfs hdfs = lab.hdfs();
      if (!stored.isOn(hdfs)) {
        stored.copyTo(hdfs);
      }
      place = Place.of(hdfs, cell.is(STORE, STORES.get(1)));
      files = hdfs.blockFiles();
    }
    Place where = place;
    Outcome.Builder out =
        measure(
            stored,
            cell.integer(READAHEAD),
            files,
            lab,
            () -> read(cell, stored, columns, Access.COLUMN, where));
    if (onHdfs) {
      out.note("HDFS: " + lab.hdfs().text());
    }
    return out.build();
  }

  @Override
  public List<Finding> findings() {
    String store = onHdfs ? STORE : COLUMNS;
    String usual = onHdfs ? STORES.get(0) : "4";
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

  @Override
  public List<Chart> charts() {
    String[] facets =
        onHdfs
            ? new String[] {FORMAT, READAHEAD, STORE}
            : new String[] {TABLE, COLUMNS, FORMAT, READAHEAD};
    return List.of(
        Chart.bars("Bytes of the device per byte needed", EXCESS, "×", ROW_GROUP, facets),
        Chart.bars("Throughput", "throughput", "MiB/s", ROW_GROUP, facets));
  }
}
