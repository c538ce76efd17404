package io.placed.experiments.formats;

import static io.placed.experiments.formats.FormatEngines.CODEC;
import static io.placed.experiments.formats.FormatEngines.FORMAT;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Scan;
import io.placed.benchmarks.engine.Totals;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Experiment;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.NotMeasuredException;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Figures 10, 11 and 15 of the paper: reading all of catalog_sales. */
public final class LoadSales implements Experiment {
  private static final String TABLE = "catalog_sales";
  private static final String THREADS = "threads";

  private final int number;

  /**
   * @param number 16 (disk), 17 (memory) or 21 (threads)
   */
  public LoadSales(int number) {
    this.number = number;
  }

  @Override
  public Title title() {
    return switch (number) {
      case 16 ->
          new Title(
              16,
              "Loading catalog_sales from disk",
              Paper.FORMATS,
              "figure 10",
              "All columns are decoded into the reader's own arrays and summed, from a cold cache.");
      case 17 ->
          new Title(
              17,
              "Loading catalog_sales from memory",
              Paper.FORMATS,
              "figure 11",
              "The same with the file on tmpfs.");
      default ->
          new Title(
              21,
              "Loading with several threads",
              Paper.FORMATS,
              "figure 15",
              "Columns are shared out among threads, each of which reads the file; warm. Arrow's Java"
                  + " library loads all columns of a batch whatever is wanted.");
    };
  }

  @Override
  public double scale(boolean quick) {
    return quick ? 0.05 : 1;
  }

  @Override
  public List<Knob> knobs() {
    List<Knob> out =
        new ArrayList<>(
            List.of(
                FormatEngines.formats("placed", "parquet", "orc", "arrow"),
                FormatEngines.CODECS.quick(
                    number == 21
                        ? new String[] {"none", "zstd"}
                        : new String[] {"none", "lz4", "zstd"})));
    if (number == 21) {
      out.add(Knob.numbers(THREADS, "threads", "1 2 4").quick("1 2"));
    }
    return out;
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Engine engine = FormatEngines.of(cell.get(FORMAT), cell.get(CODEC));
    TableFiles table = lab.table(TABLE);
    Query all = TableScan.columns(table, table.totals().columns());
    if (number == 16) {
      return TableScan.run(lab, TABLE, engine, all, true).build();
    }
    if (number == 21) {
      return threads(cell.integer(THREADS), engine, table, all, lab);
    }
    if (!Files.isWritable(WriteSales.TMPFS)) {
      throw new NotMeasuredException(WriteSales.TMPFS + " is no tmpfs that can be written to");
    }
    Path from = lab.file(TABLE, engine.format());
    Path copy =
        WriteSales.TMPFS.resolve(
            "placed-" + ProcessHandle.current().pid() + "-" + from.getFileName());
    try {
      Files.copy(from, copy, StandardCopyOption.REPLACE_EXISTING);
      return TableScan.run(lab, TABLE, engine, all, copy, false).build();
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  private static Outcome threads(int threads, Engine engine, TableFiles table, Query all, Lab lab)
      throws Exception {
    Path file = lab.file(TABLE, engine.format());
    String question = TableScan.question(TABLE, all);
    lab.check(question, TableScan.expected(table, all));
    List<Scan> scans = new ArrayList<>();
    List<Query> queries = new ArrayList<>();
    for (int n = 0; n < threads; n++) {
      List<String> mine = new ArrayList<>();
      for (int c = n; c < all.columns().size(); c += threads) {
        mine.add(all.columns().get(c));
      }
      queries.add(TableScan.columns(table, mine));
      scans.add(engine.prepare(file, queries.get(n)));
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      return lab.warm(
              question,
              () -> {
                List<Future<Totals>> parts = new ArrayList<>();
                for (Scan s : scans) {
                  parts.add(pool.submit(s::run));
                }
                List<Totals> found = new ArrayList<>();
                for (Future<Totals> part : parts) {
                  found.add(part.get());
                }
                return Totals.join(found, all.columns()).text();
              })
          .build();
    } finally {
      pool.shutdownNow();
    }
  }

  private static OptionalDouble time(ResultTable t, String format, String codec) {
    return t.median("time", FORMAT, format, CODEC, codec);
  }

  @Override
  public List<Finding> findings() {
    if (number == 21) {
      return List.of(
          new Finding(
              "Parallel loading helps Arrow with zstd, not without compression",
              "large difference with zstd, none without (figure 15)",
              t ->
                  Finding.shown(
                      "%.2f × faster with zstd, %.2f × without (here each thread loads all columns)",
                      speedUp(t, "arrow", "zstd"), speedUp(t, "arrow", "none"))),
          new Finding(
              "(not in the paper) Placed",
              "–",
              t ->
                  Finding.shown(
                      "%.2f × faster with 2 threads (zstd)", speedUp(t, "placed", "zstd"))));
    }
    return List.of(
        new Finding(
            "Arrow loads fastest, ORC slowest",
            "Arrow < Parquet < ORC (figure 10)",
            t ->
                Finding.judged(
                    "none: Arrow %.1f, Parquet %.1f, ORC %.1f ms",
                    Finding.verdict(
                        time(t, "arrow", "none").orElse(9e9) < time(t, "parquet", "none").orElse(0)
                            && time(t, "parquet", "none").orElse(9e9)
                                < time(t, "orc", "none").orElse(0)),
                    time(t, "arrow", "none"),
                    time(t, "parquet", "none"),
                    time(t, "orc", "none"))),
        new Finding(
            "(not in the paper) Placed",
            "–",
            t ->
                Finding.shown(
                    "none %.1f, zstd %.1f ms",
                    time(t, "placed", "none"), time(t, "placed", "zstd"))));
  }

  private static OptionalDouble speedUp(ResultTable t, String format, String codec) {
    return Finding.ratio(
        t.median("time", FORMAT, format, CODEC, codec, THREADS, "1"),
        t.median("time", FORMAT, format, CODEC, codec, THREADS, "2"));
  }

  @Override
  public List<Chart> charts() {
    return List.of(
        Chart.bars("Time to load all columns", "time", "ms", number == 21 ? THREADS : CODEC));
  }
}
