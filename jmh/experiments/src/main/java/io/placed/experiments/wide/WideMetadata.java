package io.placed.experiments.wide;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Scan;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/** Figures 3 to 5, and what the paper names as future work: Java readers and strings. */
public final class WideMetadata implements Experiment {
  private static final String FORMAT = "format";
  private static final String COLUMNS = "wide-columns";
  private static final String STATISTICS = "statistics";
  private static final String TYPE = "type";

  private final int number;

  /**
   * @param number 30 (columns), 31 (statistics) or 35 (strings)
   */
  public WideMetadata(int number) {
    this.number = number;
  }

  @Override
  public Title title() {
    String how =
        " Ten row groups of 16 rows, the same values again and again, no compression. metadata: bytes"
            + " of the footer (of Placed all that is not values); open: reading and decoding what a"
            + " reader of all columns needs, warm; three columns: opening the file and summing three"
            + " columns. Libraries are the Java ones, the paper's is parquet-rs.";
    return switch (number) {
      case 30 ->
          new Title(30, "Metadata by the number of columns", Paper.WIDE, "figure 3", how.strip());
      case 31 ->
          new Title(
              31,
              "Metadata with and without statistics",
              Paper.WIDE,
              "figures 4 and 5",
              how.strip());
      default ->
          new Title(
              35, "Java readers and columns of strings", Paper.WIDE, "future work", how.strip());
    };
  }

  @Override
  public double scale(boolean quick) {
    return 1;
  }

  @Override
  public List<Knob> knobs() {
    Knob formats = Knob.words(FORMAT, "file format", "placed", "parquet", "orc", "arrow");
    Knob statistics =
        Knob.words(STATISTICS, "which statistics are written", "none", "chunk", "page");
    Knob columns = Knob.numbers(COLUMNS, "columns of the table", "10 100 1000 10000 100000");
    return switch (number) {
      case 30 -> List.of(formats, columns.quick("10 100 1000 5000"));
      case 31 -> List.of(formats, statistics, columns.quick("1000"));
      default ->
          List.of(
              formats,
              statistics,
              Knob.words(TYPE, "type of the columns", "double", "string"),
              columns.quick("1000"));
    };
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    int columns = cell.integer(COLUMNS);
    boolean strings = number == 35 && cell.is(TYPE, "string");
    String format = cell.get(FORMAT);
    String usual = format.equals("arrow") ? "none" : "page";
    Engine engine = WideFiles.engine(format, number == 30 ? usual : cell.get(STATISTICS));
    Path file = WideFiles.write(lab.data().resolve("wide"), engine, columns, strings);
    Outcome.Builder opened =
        lab.warm(columns + " columns", () -> String.valueOf(WideFiles.open(format, file)));
    Query three;
    try (WideRows rows = new WideRows(columns, strings, 1)) {
      List<String> names = List.of("c" + columns / 7, "c" + columns / 2, "c" + (columns - 1));
      three = new Query(rows.schema(), names, Loop.SIMPLE, null);
    }
    Scan scan = engine.prepare(file, three);
    Outcome read =
        lab.warm("three of " + columns + (strings ? " strings" : ""), () -> scan.run().text())
            .build();
    double metadata = WideFiles.metadata(format, file);
    return opened
        .with("metadata", "B", metadata)
        .with("metadata/column", "B", metadata / columns)
        .with("open/column", "us", opened.median("time") * 1e3 / columns)
        .with("three columns", "ms", read.measures().get("time").runs())
        .with("file", "B", Files.size(file))
        .build();
  }

  private static OptionalDouble at(ResultTable t, String measure, String... where) {
    return t.median(measure, where);
  }

  @Override
  public List<Finding> findings() {
    return switch (number) {
      case 30 ->
          List.of(
              new Finding(
                  "Parquet's metadata grows linearly",
                  "linear",
                  t ->
                      Finding.number(
                          "%.2f × the bytes per column from fewest to most",
                          Finding.ratio(
                              at(t, "metadata/column", FORMAT, "parquet", COLUMNS, t.most(COLUMNS)),
                              at(
                                  t,
                                  "metadata/column",
                                  FORMAT,
                                  "parquet",
                                  COLUMNS,
                                  t.near(COLUMNS, 100))),
                          0.7,
                          1.3)),
              new Finding(
                  "and so does its decoding",
                  "linear; 9.1 ms for 1,000 columns (parquet-rs)",
                  t ->
                      Finding.shown(
                          "%.1f ms for 1,000 columns (parquet-java), %.1f at most columns",
                          at(t, "time", FORMAT, "parquet", COLUMNS, t.near(COLUMNS, 1000)),
                          at(t, "time", FORMAT, "parquet", COLUMNS, t.most(COLUMNS)))),
              new Finding(
                  "(not in the paper) three of the most columns",
                  "–",
                  t ->
                      Finding.shown(
                          "Placed %.2f, Parquet %.2f, ORC %.2f, Arrow %.2f ms",
                          three(t, "placed"),
                          three(t, "parquet"),
                          three(t, "orc"),
                          three(t, "arrow"))));
      case 31 ->
          List.of(
              new Finding(
                  "Without statistics metadata is smaller",
                  "30 %",
                  t ->
                      Finding.number(
                          "%.2f of the usual size (Parquet)", without(t, "metadata"), 0.4, 0.9)),
              new Finding(
                  "and decoded faster",
                  "30 % (9.1 → 6.9 ms)",
                  t ->
                      Finding.number(
                          "%.2f of the usual time (Parquet)", without(t, "time"), 0.4, 0.9)),
              new Finding(
                  "Each column without statistics",
                  "5 µs and 700 B",
                  t ->
                      Finding.shown(
                          "%.1f µs and %.0f B (Parquet)",
                          at(t, "open/column", FORMAT, "parquet", STATISTICS, "none"),
                          at(t, "metadata/column", FORMAT, "parquet", STATISTICS, "none"))));
      default ->
          List.of(
              new Finding(
                  "Strings gain more by leaving out statistics than doubles",
                  "expected in the paper, not measured there",
                  t ->
                      Finding.judged(
                          "doubles %.2f, strings %.2f of the usual size (Parquet)",
                          Finding.verdict(
                              bytes(t, "string").orElse(9) < bytes(t, "double").orElse(0)),
                          bytes(t, "double"),
                          bytes(t, "string"))));
    };
  }

  private static OptionalDouble three(ResultTable t, String format) {
    return at(t, "three columns", FORMAT, format, COLUMNS, t.most(COLUMNS));
  }

  private static OptionalDouble without(ResultTable t, String measure) {
    return Finding.ratio(
        at(t, measure, FORMAT, "parquet", STATISTICS, "none"),
        at(t, measure, FORMAT, "parquet", STATISTICS, "page"));
  }

  private static OptionalDouble bytes(ResultTable t, String type) {
    return Finding.ratio(
        at(t, "metadata", FORMAT, "parquet", STATISTICS, "none", TYPE, type),
        at(t, "metadata", FORMAT, "parquet", STATISTICS, "page", TYPE, type));
  }

  @Override
  public List<Chart> charts() {
    String x = number == 30 ? COLUMNS : STATISTICS;
    String[] facets = number == 35 ? new String[] {TYPE} : new String[0];
    if (number == 30) {
      return List.of(
          Chart.lines("Size of the metadata", "metadata", "B", x, facets).log(),
          Chart.lines("Time to open", "time", "ms", x, facets).log(),
          Chart.lines("Time to open and sum three columns", "three columns", "ms", x, facets)
              .log());
    }
    return List.of(
        Chart.bars("Metadata of a column", "metadata/column", "B", x, facets),
        Chart.bars("Time to open, of a column", "open/column", "us", x, facets));
  }
}
