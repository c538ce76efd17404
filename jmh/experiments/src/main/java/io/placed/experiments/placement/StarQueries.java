package io.placed.experiments.placement;

import io.placed.benchmarks.engine.Scan;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.NotMeasuredException;
import io.placed.experiments.Outcome;
import io.placed.experiments.ResultTable;
import io.placed.experiments.placement.StoredTable.Access;
import java.util.List;
import java.util.OptionalDouble;

/** Figure 9: queries of three benchmarks over row group, buffer and grouping. */
abstract class StarQueries extends ColumnReading {
  static final String QUERY = "query";
  private static final String GROUPING = "grouping";
  private static final String ENCODINGS = "encodings";

  static final String HOW =
      " With io > 0 the bytes of the query's columns are read through the paper's buffer and"
          + " nothing is decoded; with io = 0 the query is asked of the format's own reader"
          + " (Parquet: Spark's), with its filters, and its answer compared.";

  /** The name of the table. */
  abstract String table(Lab lab);

  /** The columns of the queries, as a group. */
  abstract List<String> best();

  abstract StarQuery query(String name, Lab lab);

  /** Names of the queries; the bytes of all are counted with the first. */
  abstract List<String> queries();

  @Override
  public double scale(boolean quick) {
    return quick ? 0.05 : 1;
  }

  @Override
  public List<Knob> knobs() {
    return knobs("1 16", "on");
  }

  /**
   * The knobs with the values of a quick run.
   *
   * @param rowGroups MiB
   * @param encodings on, off or both
   */
  final List<Knob> knobs(String rowGroups, String... encodings) {
    return List.of(
        FORMATS,
        Knob.words(ENCODINGS, "whether values are encoded", "on", "off").quick(encodings),
        Knob.numbers(ROW_GROUP, "size of a row group, MiB", "4 64 128").quick(rowGroups),
        Knob.words(GROUPING, "none, or the columns of the query", "none", "best"),
        Knob.words(QUERY, "which query", queries().toArray(String[]::new)),
        Knob.numbers(IO, "buffer of the reader, KiB; 0: the format's own reader", "0 64 128")
            .quick("0 128"),
        Knob.numbers(READAHEAD, "readahead of the device, KiB", "512"));
  }

  @Override
  public boolean applies(Cell cell) {
    // All queries read the same columns.
    boolean first = cell.is(QUERY, queries().get(0));
    if (!cell.is(IO, "0") && !first) {
      return false;
    }
    // Without encodings the question is one of bytes only, where a format has them off at all.
    return cell.is(ENCODINGS, "on")
        || cell.is(GROUPING, "none") && cell.is(IO, "0") && (cell.is(FORMAT, "parquet") || first);
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    if (cell.is(ENCODINGS, "off") && !cell.is(FORMAT, "parquet")) {
      throw new NotMeasuredException(
          cell.get(FORMAT) + " has no setting that stores whole numbers as they are");
    }
    List<String> group = cell.is(GROUPING, "best") ? best() : List.of();
    SourceTable source = new SourceTable.Kept(table(lab), lab.table(table(lab)));
    StoredTable stored =
        stored(
            new Layout(
                cell.get(FORMAT),
                source,
                cell.integer(ROW_GROUP),
                group,
                1,
                cell.is(ENCODINGS, "on")),
            lab);
    StarQuery query = query(cell.get(QUERY), lab);
    int readahead = cell.integer(READAHEAD);
    if (!cell.is(IO, "0")) {
      return measure(
              stored,
              readahead,
              stored.files(),
              lab,
              () -> read(cell, stored, query.read(), Access.COLUMN, Place.local()))
          .build();
    }
    return ask(query, stored, readahead, lab).build();
  }

  private static Outcome.Builder ask(StarQuery query, StoredTable stored, int readahead, Lab lab)
      throws Exception {
    Layout layout = stored.layout();
    String question = query.name();
    if (query.golden().containsKey(lab.scale())) {
      lab.check(question, query.golden().get(lab.scale()));
    }
    Scan scan =
        layout
            .engine()
            .prepare(stored.path(), query.query(layout.table().schema()).in(layout.nesting()));
    Outcome.Builder out;
    double needed = stored.needed(query.read());
    if (lab.device().measures()) {
      lab.device().readahead(readahead);
      try {
        out = lab.cold(question, stored.files(), () -> query.answer(scan.run()));
      } finally {
        lab.device().readahead(-1);
      }
      out.with(EXCESS, "", out.median("device") / needed);
    } else {
      out = lab.warm(question, () -> query.answer(scan.run()));
      out.note("bytes of the device not measured: the page cache cannot be kept out");
    }
    return out.with("needed", "B", needed)
        .with("file", "B", stored.length())
        .with("row groups", "", stored.rowGroups());
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "From small to medium row groups much less is read",
            "large drop from 4 to 64 MiB (figure 9)",
            t ->
                Finding.number(
                    "%.2f × less, mean of the queries",
                    Finding.ratio(
                        bytes(t, t.least(ROW_GROUP), "none"), bytes(t, middle(t), "none")),
                    1.2,
                    99)),
        new Finding(
            "Larger ones change little",
            "little from 64 to 128 MiB",
            t ->
                t.values(ROW_GROUP).size() < 3
                    ? null
                    : Finding.number(
                        "%.2f × less",
                        Finding.ratio(
                            bytes(t, middle(t), "none"), bytes(t, t.most(ROW_GROUP), "none")),
                        0.9,
                        1.15)),
        new Finding(
            "Grouping is irrelevant with large row groups",
            "no significant difference",
            t ->
                Finding.number(
                    "%.2f × as much without groups as with the best one",
                    Finding.ratio(
                        bytes(t, t.most(ROW_GROUP), "none"), bytes(t, t.most(ROW_GROUP), "best")),
                    0.85,
                    1.2)),
        own("placed"),
        own("parquet"),
        own("orc"));
  }

  private static Finding own(String format) {
    return new Finding(
        "(not in the paper) the query asked of " + format + ", largest row groups, no groups",
        "–",
        t ->
            Finding.shown(
                "%.1f ms, %.2f MiB of the device",
                asked(t, "time", format, 1), asked(t, "device", format, 1 << 20)));
  }

  private static OptionalDouble asked(ResultTable t, String measure, String format, double unit) {
    OptionalDouble v =
        t.median(
            measure,
            FORMAT,
            format,
            ENCODINGS,
            "on",
            GROUPING,
            "none",
            ROW_GROUP,
            t.most(ROW_GROUP),
            IO,
            "0");
    return v.isEmpty() ? v : OptionalDouble.of(v.getAsDouble() / unit);
  }

  private static String middle(ResultTable t) {
    List<String> all = t.values(ROW_GROUP);
    return all.isEmpty() ? "none" : all.get(Math.min(1, all.size() - 1));
  }

  /** Through the paper's buffer. */
  private static OptionalDouble bytes(ResultTable t, String rg, String grouping) {
    return t.median(
        "device",
        FORMAT,
        "placed",
        ENCODINGS,
        "on",
        GROUPING,
        grouping,
        ROW_GROUP,
        rg,
        IO,
        t.most(IO));
  }

  @Override
  public List<Chart> charts() {
    return List.of(
        Chart.bars("Bytes of the device", "device", "MiB", ROW_GROUP, QUERY, FORMAT, ENCODINGS)
            .mebibytes(),
        Chart.bars(
            "Time of the query (io = 0) or of reading its columns, cold",
            "time",
            "ms",
            ROW_GROUP,
            QUERY,
            FORMAT,
            ENCODINGS));
  }
}
