package io.placed.experiments.albis;

import io.placed.benchmarks.engine.Container;
import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Scan;
import io.placed.benchmarks.engine.Totals;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.experiments.Experiment;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.ResultTable;
import io.placed.schema.Schema;
import io.placed.schema.TypeKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Figures 2 to 4 and table 1: all 23 columns of store_sales, summed, by format. */
abstract class Goodput implements Experiment {
  static final String TABLE = "store_sales";
  static final String FORMAT = "format";
  static final String GOODPUT = "goodput";
  static final String QUESTION = "sums of all columns";
  static final String[] FORMATS = {
    "placed", "placed-albis", "arrow", "orc", "parquet", "avro", "json"
  };

  static final String HOW =
      " Every value of the 23 columns of store_sales is read and summed, without compression"
          + " (Placed: with its encodings), warm. Goodput counts the bytes of values that are"
          + " present (4 of an int, 8 of a long or double), as in the paper. placed-albis is the"
          + " placement of that name.";

  static final Knob USUAL = Knob.words(FORMAT, "format, uncompressed", FORMATS);

  private final Set<String> onHdfs = new HashSet<>();

  @Override
  public double scale(boolean quick) {
    return quick ? 0.02 : 1;
  }

  static Engine engine(String format) {
    return switch (format) {
      case "placed" -> Engines.placedWith("placed none", Map.of("compression", "none"));
      case "placed-albis" ->
          Engines.placedWith("placed albis", Map.of("placement", "albis", "compression", "none"));
      case "arrow" -> Engines.arrow("none");
      case "orc" -> Engines.orc("none", Container.USUAL);
      case "parquet" -> Engines.parquet("none", Container.USUAL);
      case "avro" -> Engines.avro("none");
      case "json" -> Engines.json();
      default -> throw new IllegalArgumentException("no format " + format);
    };
  }

  static double gigabits(double bytes, double millis) {
    return bytes * 8 / 1e9 / (millis / 1e3);
  }

  /** Bytes of the values that are present. */
  private static double values(TableFiles table) throws IOException {
    Schema schema = table.schema();
    Totals totals = table.totals();
    double out = 0;
    for (int c = 0; c < schema.size(); c++) {
      TypeKind kind = schema.field(c).type().kind();
      boolean wide = kind == TypeKind.DOUBLE || kind == TypeKind.INT64;
      out += totals.count(c) * (wide ? 8.0 : 4.0);
    }
    return out;
  }

  /** The address of the table in a format on HDFS, to which it is copied once. */
  final String onHdfs(Engine engine, Lab lab) throws Exception {
    Path file = lab.file(TABLE, engine.format());
    String name = file.getFileName().toString();
    if (!onHdfs.contains(name)) {
      lab.hdfs().copyFrom(file, name);
      onHdfs.add(name);
    }
    return lab.hdfs().path(name);
  }

  @Override
  public void close() throws IOException {
    onHdfs.clear();
  }

  /** A query of all columns; its answer is compared with the generator's. */
  static Query all(Lab lab) throws IOException {
    TableFiles table = lab.table(TABLE);
    lab.check(QUESTION, table.totals().text());
    return new Query(table.schema(), table.totals().columns(), Loop.SIMPLE, null);
  }

  /** Sums all values with one thread. */
  static Outcome.Builder read(Engine engine, String address, Lab lab) throws Exception {
    Scan scan = engine.prepare(address, all(lab));
    return lab.warm(QUESTION, () -> scan.run().text());
  }

  /** Adds what follows from the time of some threads that each read the whole table. */
  static Outcome rates(Outcome.Builder out, int threads, Engine engine, Lab lab) throws Exception {
    TableFiles table = lab.table(TABLE);
    double millis = out.median("time");
    return out.with(GOODPUT, "Gbit/s", gigabits(threads * values(table), millis))
        .with("per row", "", millis * 1e6 / table.rows() / threads)
        .with("file", "B", Files.size(lab.file(TABLE, engine.format())))
        .build();
  }

  static OptionalDouble at(ResultTable t, String measure, String format, String... where) {
    String[] all = new String[where.length + 2];
    all[0] = FORMAT;
    all[1] = format;
    System.arraycopy(where, 0, all, 2, where.length);
    return t.median(measure, all);
  }
}
