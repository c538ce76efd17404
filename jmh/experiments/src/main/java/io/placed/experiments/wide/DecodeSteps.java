package io.placed.experiments.wide;

import io.placed.benchmarks.engine.Engine;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/** Figures 6 and 7: where the time of decoding Parquet's footer goes, and what saves some of it. */
public final class DecodeSteps implements Experiment {
  private static final String COLUMNS = "wide-columns";
  private static final String STEP = "step";

  private final boolean savings;

  /**
   * @param savings figure 7 rather than figure 6
   */
  public DecodeSteps(boolean savings) {
    this.savings = savings;
  }

  @Override
  public Title title() {
    return savings
        ? new Title(
            33,
            "What makes decoding metadata faster",
            Paper.WIDE,
            "figure 7",
            "The paper made parquet-rs faster by allocation, layout and SIMD. Here: what a user of"
                + " Java can have: all of Parquet's footer, without statistics, without row groups"
                + " (schema only), and the whole metadata of ORC and Placed for the same columns.")
        : new Title(
            32,
            "Where the time of decoding metadata goes",
            Paper.WIDE,
            "figure 6",
            "parquet-java on a footer in memory: Thrift to Thrift's objects (thrift), these to"
                + " parquet-java's schema and row groups (structs), and that schema to Spark's"
                + " (schema). The paper: 61 % FileMetaData, 31 % row groups, 7 % Arrow's schema.");
  }

  @Override
  public double scale(boolean quick) {
    return 1;
  }

  @Override
  public List<Knob> knobs() {
    Knob columns = Knob.numbers(COLUMNS, "columns of the table", "1000 10000").quick("1000");
    return savings
        ? List.of(
            columns,
            Knob.words(
                STEP,
                "what is decoded",
                "parquet",
                "no-statistics",
                "no-row-groups",
                "orc",
                "placed"))
        : List.of(columns, Knob.words(STEP, "what is done", "thrift", "structs", "schema"));
  }

  private static Path file(Lab lab, String format, String statistics, int columns)
      throws Exception {
    Engine engine = WideFiles.engine(format, statistics);
    return WideFiles.write(lab.data().resolve("wide"), engine, columns, false);
  }

  private static FileMetaData thrift(byte[] footer) throws IOException {
    return Util.readFileMetaData(new ByteArrayInputStream(footer));
  }

  private static ParquetMetadata structs(FileMetaData meta) throws IOException {
    return new ParquetMetadataConverter().fromParquetMetadata(meta);
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    int columns = cell.integer(COLUMNS);
    String step = cell.get(STEP);
    byte[] footer = WideFiles.footer(file(lab, "parquet", "page", columns));
    FileMetaData meta = thrift(footer);
    ParquetMetadata decoded = structs(meta);
    Callable<String> task =
        switch (step) {
          case "thrift" -> () -> String.valueOf(thrift(footer).getSchemaSize() - 1);
          // Columns of a file are decoded when the first row group is asked for.
          case "structs" ->
              () -> String.valueOf(structs(meta).getBlocks().get(0).getColumns().size());
          case "schema" -> () -> String.valueOf(SparkSchema.convert(decoded).size());
          case "parquet" ->
              () -> String.valueOf(structs(thrift(footer)).getBlocks().get(0).getColumns().size());
          case "no-statistics" -> {
            byte[] small = WideFiles.footer(file(lab, "parquet", "none", columns));
            yield () ->
                String.valueOf(structs(thrift(small)).getBlocks().get(0).getColumns().size());
          }
          case "no-row-groups" ->
              () ->
                  String.valueOf(
                      Util.readFileMetaData(new ByteArrayInputStream(footer), true).getSchemaSize()
                          - 1);
          default -> {
            Path other = file(lab, step, "page", columns);
            yield () -> String.valueOf(WideFiles.open(step, other));
          }
        };
    return lab.warm(columns + " columns", task).build();
  }

  private static OptionalDouble time(ResultTable t, String step) {
    return t.median("time", STEP, step, COLUMNS, t.near(COLUMNS, 1000));
  }

  private static OptionalDouble share(ResultTable t, String step) {
    OptionalDouble all = t.sum("time", COLUMNS, t.near(COLUMNS, 1000));
    OptionalDouble part = Finding.ratio(time(t, step), all);
    return part.isEmpty() ? part : OptionalDouble.of(100 * part.getAsDouble());
  }

  @Override
  public List<Finding> findings() {
    if (savings) {
      return List.of(
          new Finding(
              "Small changes decode up to 75 % faster",
              "9.1 → 6.4 ms, without statistics 6.9 → 4.1 ms (1,000 columns)",
              t ->
                  Finding.shown(
                      "Parquet %.2f, without statistics %.2f, without row groups %.2f, ORC %.2f,"
                          + " Placed %.2f ms",
                      time(t, "parquet"),
                      time(t, "no-statistics"),
                      time(t, "no-row-groups"),
                      time(t, "orc"),
                      time(t, "placed"))));
    }
    return List.of(
        new Finding(
            "Thrift takes most of the time",
            "61 % FileMetaData, 31 % row groups, 7 % schema",
            t ->
                Finding.judged(
                    "%.0f %% Thrift, %.0f %% parquet-java's structs, %.0f %% Spark's schema",
                    Finding.verdict(share(t, "thrift").orElse(0) > 50),
                    share(t, "thrift"),
                    share(t, "structs"),
                    share(t, "schema"))));
  }

  @Override
  public List<Chart> charts() {
    return List.of(Chart.bars("Time", "time", "ms", STEP, COLUMNS));
  }
}
