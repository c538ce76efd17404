package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Tables 5 and 6: each column in a file of its own, encoded but not compressed. */
public final class EncodedColumnSizes extends ColumnSizes {
  private static final List<String> REAL =
      List.of("flights.csv.gz", "weather.csv", "birdstrikes.csv");

  @Override
  public Title title() {
    return new Title(
        11,
        "Sizes by type of column, encoded only",
        Paper.FORMATS,
        "tables 5 and 6",
        "Columns of tables of TPC-DS and TPC-H, and of CSV files with real data where --tables"
            + " names their directory (flights, weather, birdstrikes); no compression but"
            + " encodings. The paper's 31,000 columns are not public in one place."
            + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return knobs(Knob.words(CODEC, "compression", "none"), "integer", "double", "string");
  }

  @Override
  List<String> tables(Lab lab) {
    List<String> out = new ArrayList<>(super.tables(lab));
    out.add("lineitem");
    for (String name : lab.realTables() == null ? List.<String>of() : REAL) {
      Path file = lab.realTables().resolve(name);
      if (Files.exists(file)) {
        out.add(file.toString());
      }
    }
    return out;
  }

  private static OptionalDouble total(ResultTable t, String format) {
    return Finding.ratio(t.sum("size", FORMAT, format), t.sum("CSV", FORMAT, format));
  }

  @Override
  public List<Finding> findings() {
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

  @Override
  public List<Chart> charts() {
    return charts(TYPE, CODEC);
  }
}
