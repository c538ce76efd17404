package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Figure 6: all tables of TPC-DS with each codec. */
public final class CodecSweep implements Experiment {
  @Override
  public Title title() {
    return new Title(
        12,
        "Codecs and their levels on tables of TPC-DS",
        Paper.FORMATS,
        "figure 6, §5.1.2",
        "Every table of TPC-DS (a quick run: six of them) is written; sizes and times of writing"
            + " are summed, the time without generating rows but with reading them from Parquet."
            + " The paper divides by the size of CSV, here formats are compared with each other.");
  }

  @Override
  public double scale(boolean quick) {
    return quick ? 0.01 : 1;
  }

  @Override
  public List<Knob> knobs() {
    String[] all =
        Stream.concat(
                Stream.of("none", "lz4", "zstd", "snappy", "gzip"), FormatEngines.levels().stream())
            .toArray(String[]::new);
    return List.of(
        FormatEngines.formats("placed", "parquet", "orc", "arrow"),
        Knob.words(CODEC, "compression, with its level", all)
            .quick("none", "lz4", "snappy", "gzip", "zstd-1", "zstd-5", "zstd-9"));
  }

  private static List<String> tables(Lab lab) {
    if (lab.quick()) {
      return List.of("catalog_sales", "store_sales", "customer", "item", "inventory", "date_dim");
    }
    List<String> out = new ArrayList<>();
    for (io.trino.tpcds.Table t : io.trino.tpcds.Table.getBaseTables()) {
      String name = t.getName().toLowerCase(Locale.ROOT);
      // Rows of returns belong to those of sales; the version is no table of the benchmark.
      if (!name.endsWith("_returns") && !name.startsWith("dbgen")) {
        out.add(name);
      }
    }
    return out;
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Engine engine = FormatEngines.of(cell.get(FORMAT), cell.get(CODEC));
    Path scratch = lab.data().resolve("sweep-" + ProcessHandle.current().pid() + ".placed");
    long bytes = 0;
    long nanos = 0;
    for (String name : tables(lab)) {
      TableFiles table = lab.table(name);
      Files.deleteIfExists(scratch);
      try (SourceFile rows = new SourceFile(table.file(Engines.SOURCE), table.schema())) {
        long start = System.nanoTime();
        engine.format().write(rows, scratch, 0, p -> {});
        nanos += System.nanoTime() - start;
      }
      bytes += Files.size(scratch);
    }
    Files.deleteIfExists(scratch);
    return Outcome.ofNothing()
        .with("size", "B", bytes)
        .with("write", "s", nanos / 1e9)
        .note("times of writing are of one run")
        .build();
  }

  private static OptionalDouble ratio(
      ResultTable t, String measure, String format, String a, String b) {
    return Finding.ratio(
        t.median(measure, FORMAT, format, CODEC, a), t.median(measure, FORMAT, format, CODEC, b));
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "zstd from level 5 to 9 gains little",
            "< 1.5 %",
            t ->
                Finding.number(
                    "%.4f of the size (Parquet)",
                    ratio(t, "size", "parquet", "zstd-9", "zstd-5"), 0.97, 1.001)),
        new Finding(
            "and takes two to three times as long",
            "2 × (Parquet), 3 × (Arrow)",
            t ->
                Finding.number(
                    "%.2f × the time of writing (Parquet)",
                    ratio(t, "write", "parquet", "zstd-9", "zstd-5"), 1.3, 4)),
        new Finding(
            "Without compression Parquet is about half of Arrow",
            "about 2 ×",
            t ->
                Finding.number(
                    "%.2f ×",
                    Finding.ratio(
                        t.median("size", FORMAT, "arrow", CODEC, "none"),
                        t.median("size", FORMAT, "parquet", CODEC, "none")),
                    1.5,
                    3)),
        new Finding(
            "(not in the paper) Placed",
            "–",
            t ->
                Finding.shown(
                    "none %.2f, zstd-5 %.2f of Parquet",
                    Finding.ratio(
                        t.median("size", FORMAT, "placed", CODEC, "none"),
                        t.median("size", FORMAT, "parquet", CODEC, "none")),
                    Finding.ratio(
                        t.median("size", FORMAT, "placed", CODEC, "zstd-5"),
                        t.median("size", FORMAT, "parquet", CODEC, "zstd-5")))));
  }

  @Override
  public List<Chart> charts() {
    return List.of(
        Chart.bars("Size of all tables", "size", "MiB", CODEC).mebibytes(),
        Chart.bars("Time to write them", "write", "s", CODEC));
  }
}
