package io.placed.experiments.take;

import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Format;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.benchmarks.report.Progress;
import io.placed.experiments.BenchTables;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures rows by number: all columns of random rows of lineitem. */
@Command(
    name = "Take",
    mixinStandardHelpOptions = true,
    header = "Rows by number: Placed, Lance, Vortex and Parquet.",
    description = {
      "All columns of random rows of lineitem, from files that are open and in the page cache. The",
      "formats take turns with the same rows, and checksums of all values are compared. The others",
      "are read by their Python packages, which are installed from PyPI below --data."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  bench Take", "  bench Take --formats placed,lance --rows 1,1000 --runs 500"})
public final class TakeCommand implements Callable<Integer> {
  private static final List<String> FORMATS =
      List.of("placed", "placed-none", "lance", "vortex", "parquet");

  /** It reads the whole file each time. */
  private static final int PARQUET_RUNS = 3;

  @Spec CommandSpec spec;

  @Mixin BenchTables tables;

  @Option(
      names = "--formats",
      split = ",",
      paramLabel = "FORMAT",
      description =
          "placed, placed-none (compression=none), lance, vortex, parquet (zstd). Default: all.")
  List<String> formats = FORMATS;

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      description = "Rows of one read. Default: 1,100,10000.")
  int[] rows = {1, 100, 10_000};

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Reads of each number of rows and format. Default: 100.")
  int runs = 100;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      description = "Before the reads of each number of rows are measured. Default: 10.")
  int warmUp = 10;

  @Override
  public Integer call() throws Exception {
    for (String f : formats) {
      if (!FORMATS.contains(f)) {
        throw new ParameterException(
            spec.commandLine(), "format '" + f + "' is not one of " + String.join(", ", FORMATS));
      }
    }
    if (runs < 1 || warmUp < 0 || rows.length == 0 || Arrays.stream(rows).anyMatch(n -> n < 1)) {
      throw new ParameterException(
          spec.commandLine(), "--runs and --rows are at least 1, --warm-up 0");
    }
    TableFiles files = tables.files("lineitem");
    Map<String, Format> own = new LinkedHashMap<>();
    for (String f : formats) {
      if (f.startsWith("placed")) {
        own.put(f, format(f));
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    try (Progress progress = Progress.start("Take", Boolean.getBoolean("io.placed.cli.progress"));
        Takers takers = new Takers()) {
      files.prepare(List.copyOf(own.values()), (what, fraction) -> progress.set(fraction, what));
      for (Map.Entry<String, Format> f : own.entrySet()) {
        takers.placed.put(f.getKey(), new PlacedTaker(files.file(f.getValue())));
      }
      if (own.size() < formats.size()) {
        Path parquet = files.file(Engines.SOURCE);
        takers.python = new PythonTaker(tables.data, parquet.getParent(), parquet);
      }
      out.println("| rows | " + String.join(" | ", formats) + " |");
      out.println("|---:|" + "---:|".repeat(formats.size()));
      for (int k = 0; k < rows.length; k++) {
        int n = rows[k];
        double done = (double) k / rows.length;
        progress.set(done, n + " rows");
        out.println("| " + n + " | " + String.join(" | ", measure(takers, files.rows(), n)) + " |");
        out.flush();
      }
    }
    return 0;
  }

  private static Format format(String name) {
    return Engines.placedWith(
            name, name.equals("placed-none") ? Map.of("compression", "none") : Map.of())
        .format();
  }

  /** The formats that are open. */
  private static final class Takers implements AutoCloseable {
    final Map<String, PlacedTaker> placed = new LinkedHashMap<>();
    PythonTaker python;

    Taken take(String format, long[] numbers) throws IOException {
      PlacedTaker own = placed.get(format);
      return own != null ? own.take(numbers) : python.take(format, numbers);
    }

    @Override
    public void close() throws IOException {
      for (PlacedTaker p : placed.values()) {
        p.close();
      }
      if (python != null) {
        python.close();
      }
    }
  }

  /** By format: median, fastest and slowest of ten. */
  private List<String> measure(Takers takers, long tableRows, int n) throws IOException {
    Random random = new Random(n);
    Map<String, double[]> millis = new LinkedHashMap<>();
    formats.forEach(f -> millis.put(f, new double[f.equals("parquet") ? PARQUET_RUNS : runs]));
    long warm = System.nanoTime() + TimeUnit.SECONDS.toNanos(warmUp);
    while (System.nanoTime() < warm) {
      List<String> fast = formats.stream().filter(f -> !f.equals("parquet")).toList();
      round(takers, fast, random.longs(n, 0, tableRows).toArray());
    }
    for (int run = 0; run < runs; run++) {
      int r = run;
      List<String> now = formats.stream().filter(f -> r < millis.get(f).length).toList();
      round(takers, now, random.longs(n, 0, tableRows).toArray())
          .forEach((f, taken) -> millis.get(f)[r] = taken.millis());
    }
    List<String> cells = new ArrayList<>();
    for (double[] of : millis.values()) {
      Arrays.sort(of);
      cells.add(
          String.format(
              Locale.ROOT,
              "%.3g (%.3g to %.3g)",
              of[of.length / 2],
              of[of.length / 10],
              of[of.length - 1 - of.length / 10]));
    }
    return cells;
  }

  /** The same rows once in each format. */
  private static Map<String, Taken> round(Takers takers, List<String> formats, long[] numbers)
      throws IOException {
    Map<String, Taken> out = new LinkedHashMap<>();
    for (String f : formats) {
      out.put(f, takers.take(f, numbers));
    }
    if (out.values().stream().map(Taken::checksum).distinct().count() > 1) {
      throw new IllegalStateException("checksums of " + numbers.length + " rows differ: " + out);
    }
    return out;
  }
}
