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
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.formats.text.ValueText;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tables 5 and 6 and figures 7 and 8: each column in a file of its own, summed by type. */
abstract class ColumnSizes implements Experiment {
  static final String TYPE = "type";
  static final String RATIO = "size/CSV";

  static final String HOW =
      " Each column is a file of its own; sizes are summed by type and compared with the values"
          + " as lines of text. Integers are whole numbers and dates.";

  private static final List<String> LARGE =
      List.of(
          "catalog_sales",
          "store_sales",
          "web_sales",
          "inventory",
          "customer",
          "customer_address",
          "customer_demographics",
          "date_dim",
          "item");

  private static final List<String> QUICK =
      List.of("catalog_sales", "store_sales", "customer", "customer_address", "item");

  private final Map<String, Long> csv = new HashMap<>();

  @Override
  public double scale(boolean quick) {
    return quick ? 0.01 : 1;
  }

  /** Dictionaries are for strings; numbers would be the same. */
  @Override
  public boolean applies(Cell cell) {
    return !cell.is(FORMAT, "arrow-dict") || cell.is(TYPE, "string") && cell.is(CODEC, "none");
  }

  /** Tables whose columns are measured. */
  List<String> tables(Lab lab) {
    return lab.quick() ? QUICK : LARGE;
  }

  static List<Knob> knobs(Knob codecs, String... types) {
    return List.of(
        Knob.words(TYPE, "type of the columns", types),
        FormatEngines.formats("placed", "parquet", "orc", "arrow", "arrow-dict"),
        codecs);
  }

  static List<Chart> charts(String x, String facet) {
    return List.of(Chart.bars("Size of the columns beside their text", RATIO, "", x, facet));
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
}
