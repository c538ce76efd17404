package io.placed.experiments.wide;

import io.placed.benchmarks.engine.Engine;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
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

/** Figures 6 and 7: decoding the footer of a Parquet file of many columns. */
abstract class FooterDecoding implements Experiment {
  static final String COLUMNS = "wide-columns";
  static final String STEP = "step";

  static final Knob COLUMN_COUNTS =
      Knob.numbers(COLUMNS, "columns of the table", "1000 10000").quick("1000");

  @Override
  public double scale(boolean quick) {
    return 1;
  }

  static Path file(Lab lab, String format, String statistics, int columns) throws Exception {
    Engine engine = WideFiles.engine(format, statistics);
    return WideFiles.write(lab.data().resolve("wide"), engine, columns, false);
  }

  static FileMetaData thrift(byte[] footer) throws IOException {
    return Util.readFileMetaData(new ByteArrayInputStream(footer));
  }

  static ParquetMetadata structs(FileMetaData meta) throws IOException {
    return new ParquetMetadataConverter().fromParquetMetadata(meta);
  }

  /** Columns of a file, which are decoded when the first row group is requested. */
  static String columns(ParquetMetadata meta) {
    return String.valueOf(meta.getBlocks().get(0).getColumns().size());
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    int columns = cell.integer(COLUMNS);
    byte[] footer = WideFiles.footer(file(lab, "parquet", "page", columns));
    return lab.warm(columns + " columns", task(cell.get(STEP), footer, columns, lab)).build();
  }

  /** What is timed: it finds the number of columns. */
  abstract Callable<String> task(String step, byte[] footer, int columns, Lab lab) throws Exception;

  static OptionalDouble time(ResultTable t, String step) {
    return t.median("time", STEP, step, COLUMNS, t.near(COLUMNS, 1000));
  }

  @Override
  public List<Chart> charts() {
    return List.of(Chart.bars("Time", "time", "ms", STEP, COLUMNS));
  }
}
