package io.placed.experiments.wide;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Scan;
import io.placed.datasets.RepeatedSource;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.ResultTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/** Figures 3 to 5, and what the paper names as future work: Java readers and strings. */
abstract class WideMetadata implements Experiment {
  static final String FORMAT = "format";
  static final String COLUMNS = "wide-columns";
  static final String STATISTICS = "statistics";

  static final String HOW =
      "Ten row groups of 16 rows, the same values again and again, no compression. metadata: bytes"
          + " of the footer (of Placed all that is not values); open: reading and decoding what a"
          + " reader of all columns needs, warm; three columns: opening the file and summing three"
          + " columns. Libraries are the Java ones, the paper's is parquet-rs.";

  static final Knob FORMATS =
      Knob.words(FORMAT, "file format", "placed", "parquet", "orc", "arrow");
  static final Knob STATISTICS_KINDS =
      Knob.words(STATISTICS, "which statistics are written", "none", "chunk", "page");
  static final Knob COLUMN_COUNTS =
      Knob.numbers(COLUMNS, "columns of the table", "10 100 1000 10000 100000");

  @Override
  public double scale(boolean quick) {
    return 1;
  }

  /** Opens a file of these columns, and reads three of them. */
  static Outcome open(Cell cell, Lab lab, String statistics, boolean strings) throws Exception {
    int columns = cell.integer(COLUMNS);
    String format = cell.get(FORMAT);
    Engine engine = WideFiles.engine(format, statistics);
    Path file = WideFiles.write(lab.data().resolve("wide"), engine, columns, strings);
    Outcome.Builder opened =
        lab.warm(columns + " columns", () -> String.valueOf(WideFiles.open(format, file)));
    Query three;
    try (RepeatedSource rows = new RepeatedSource(columns, strings, 1)) {
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

  static OptionalDouble at(ResultTable t, String measure, String... where) {
    return t.median(measure, where);
  }

  /** Metadata and time of a column by the statistics that are written. */
  static List<Chart> byStatistics(String... facets) {
    return List.of(
        Chart.bars("Metadata of a column", "metadata/column", "B", STATISTICS, facets),
        Chart.bars("Time to open, of a column", "open/column", "us", STATISTICS, facets));
  }
}
