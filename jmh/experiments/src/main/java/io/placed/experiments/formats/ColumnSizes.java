package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Format;
import io.placed.benchmarks.engine.SourceFile;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import io.placed.formats.text.ValueText;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Tables 5 and 6 and figures 7 and 8: each column in a file of its own, summed by type. */
public final class ColumnSizes implements Experiment {
  private static final String TYPE = "type";
  private static final String RATIO = "size/CSV";
  private static final List<String> REAL =
      List.of("flights.csv.gz", "weather.csv", "birdstrikes.csv");

  private final int number;
  private final Map<String, Long> csv = new HashMap<>();

  /**
   * @param number 11, 13 or 14
   */
  public ColumnSizes(int number) {
    this.number = number;
  }

  @Override
  public Title title() {
    String how =
        " Each column is a file of its own; sizes are summed by type and compared with the values"
            + " as lines of text. Integers are whole numbers and dates.";
    return switch (number) {
      case 11 ->
          new Title(
              11,
              "Sizes by type of column, encoded only",
              Paper.FORMATS,
              "tables 5 and 6",
              "Columns of tables of TPC-DS and TPC-H, and of CSV files with real data where --tables"
                  + " names their directory (flights, weather, birdstrikes); no compression but"
                  + " encodings. The paper's 31,000 columns are not public in one place."
                  + how);
      case 13 ->
          new Title(
              13,
              "Sizes of numeric columns with codecs",
              Paper.FORMATS,
              "figure 7",
              "Columns of tables of TPC-DS." + how);
      default ->
          new Title(
              14,
              "Sizes of string columns with codecs",
              Paper.FORMATS,
              "figure 8",
              "Columns of tables of TPC-DS." + how);
    };
  }

  @Override
  public double scale(boolean quick) {
    return quick ? 0.01 : 1;
  }

  @Override
  public List<Knob> knobs() {
    Knob codecs = number == 11 ? Knob.words(CODEC, "compression", "none") : FormatEngines.CODECS;
    Knob types =
        switch (number) {
          case 11 -> Knob.words(TYPE, "type of the columns", "integer", "double", "string");
          case 13 -> Knob.words(TYPE, "type of the columns", "integer", "double");
          default -> Knob.words(TYPE, "type of the columns", "string");
        };
    return List.of(
        types,
        FormatEngines.formats("placed", "parquet", "orc", "arrow", "arrow-dict"),
        codecs.quick(number == 11 ? new String[] {"none"} : new String[] {"none", "lz4", "zstd"}));
  }

  /** Dictionaries are for strings; numbers would be the same. */
  @Override
  public boolean applies(Cell cell) {
    return !cell.is(FORMAT, "arrow-dict") || cell.is(TYPE, "string") && cell.is(CODEC, "none");
  }

  private List<String> tables(Lab lab) {
    List<String> out =
        new ArrayList<>(
            lab.quick()
                ? List.of("catalog_sales", "store_sales", "customer", "customer_address", "item")
                : List.of(
                    "catalog_sales",
                    "store_sales",
                    "web_sales",
                    "inventory",
                    "customer",
                    "customer_address",
                    "customer_demographics",
                    "date_dim",
                    "item"));
    if (number == 11) {
      out.add("lineitem");
      for (String name : lab.realTables() == null ? List.<String>of() : REAL) {
        Path file = lab.realTables().resolve(name);
        if (Files.exists(file)) {
          out.add(file.toString());
        }
      }
    }
    return out;
  }

  private static String type(Field f) {
    return switch (f.type().kind()) {
      case DOUBLE, FLOAT, DECIMAL -> "double";
      case STRING, BINARY -> "string";
      default -> "integer";
    };
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    boolean dictionary = cell.is(FORMAT, "arrow-dict");
    Format format =
        FormatEngines.of(dictionary ? "arrow" : cell.get(FORMAT), cell.get(CODEC)).format();
    Path scratch = lab.data().resolve("column-" + ProcessHandle.current().pid() + ".placed");
    long bytes = 0;
    long text = 0;
    int columns = 0;
    for (String name : tables(lab)) {
      TableFiles table = lab.table(name);
      for (Field f : table.schema().fields()) {
        if (!type(f).equals(cell.get(TYPE))) {
          continue;
        }
        columns++;
        Schema one = Schema.of(List.of(f));
        text += csv(name, table, one);
        Files.deleteIfExists(scratch);
        if (dictionary) {
          bytes += ArrowDictionaries.size(() -> source(table, one));
        } else {
          try (SourceFile rows = source(table, one)) {
            format.write(rows, scratch, 0, p -> {});
          }
          bytes += Files.size(scratch);
        }
      }
    }
    Files.deleteIfExists(scratch);
    return Outcome.ofNothing()
        .with("size", "B", bytes)
        .with("CSV", "B", text)
        .with("columns", "", columns)
        .with(RATIO, "", (double) bytes / text)
        .build();
  }

  private static SourceFile source(TableFiles table, Schema one) throws IOException {
    return new SourceFile(table.file(Engines.SOURCE), one);
  }

  private long csv(String name, TableFiles table, Schema one) throws IOException {
    String key = name + "." + one.field(0).name();
    Long known = csv.get(key);
    if (known != null) {
      return known;
    }
    long bytes = 0;
    StringBuilder text = new StringBuilder();
    try (SourceFile rows = source(table, one)) {
      while (rows.next()) {
        Column c = rows.batch().column(0);
        for (int i = 0; i < c.size(); i++) {
          text.setLength(0);
          if (!c.isNull(i)) {
            ValueText.append(c, i, text);
          }
          bytes += text.length() + 1;
        }
      }
    }
    csv.put(key, bytes);
    return bytes;
  }

  private static OptionalDouble total(ResultTable t, String format) {
    return Finding.ratio(t.sum("size", FORMAT, format), t.sum("CSV", FORMAT, format));
  }

  @Override
  public List<Finding> findings() {
    if (number == 11) {
      return List.of(
          new Finding("Parquet", "0.13 of CSV", t -> Finding.shown("%.2f", total(t, "parquet"))),
          new Finding("ORC", "0.27 of CSV", t -> Finding.shown("%.2f", total(t, "orc"))),
          new Finding(
              "Arrow is larger than CSV",
              "1.07 of CSV",
              t -> Finding.number("%.2f", total(t, "arrow"), 1, 2)),
          new Finding(
              "Arrow with dictionaries, strings",
              "118.3 of 373.5 GB: 0.32 (all types: 0.48)",
              t -> Finding.shown("%.2f", total(t, "arrow-dict"))),
          new Finding(
              "Parquet is smaller than ORC",
              "0.13 and 0.27",
              t ->
                  Finding.number(
                      "%.2f × its size",
                      Finding.ratio(total(t, "orc"), total(t, "parquet")), 1.0001, 9)),
          new Finding(
              "ORC does not encode doubles",
              "58.2 of 58.8 GB; average 1.43",
              t ->
                  Finding.number(
                      "%.2f of CSV", t.median(RATIO, FORMAT, "orc", TYPE, "double"), 0.9, 3)),
          new Finding(
              "(not in the paper) Placed", "–", t -> Finding.shown("%.2f", total(t, "placed"))));
    }
    return List.of(
        new Finding(
            "With codecs the formats come close, except Arrow with LZ4",
            "about 50 % more for Arrow with LZ4 (integers)",
            t ->
                Finding.shown(
                    "zstd: ORC %.2f, Arrow %.2f of Parquet",
                    relative(t, "orc", "zstd"), relative(t, "arrow", "zstd"))),
        new Finding(
            "(not in the paper) Placed with zstd",
            "–",
            t -> Finding.shown("%.2f of Parquet with zstd", relative(t, "placed", "zstd"))));
  }

  private static OptionalDouble relative(ResultTable t, String format, String codec) {
    return Finding.ratio(
        t.sum("size", FORMAT, format, CODEC, codec),
        t.sum("size", FORMAT, "parquet", CODEC, codec));
  }

  @Override
  public List<Chart> charts() {
    return List.of(
        Chart.bars(
            "Size of the columns beside their text",
            RATIO,
            "",
            number == 11 ? TYPE : CODEC,
            number == 11 ? CODEC : TYPE));
  }
}
