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
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Figure 15: loading catalog_sales with several threads. */
public final class LoadWithThreads extends LoadSales {
  private static final String THREADS = "threads";

  @Override
  public Title title() {
    return new Title(
        21,
        "Loading with several threads",
        Paper.FORMATS,
        "figure 15",
        "Columns are shared out among threads, each of which reads the file; warm. Arrow's Java"
            + " library loads all columns of a batch whatever is wanted.");
  }

  @Override
  public List<Knob> knobs() {
    List<Knob> out = new ArrayList<>(knobs("none", "zstd"));
    out.add(Knob.numbers(THREADS, "threads", "1 2 4").quick("1 2"));
    return out;
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Engine engine = FormatEngines.of(cell.get(FORMAT), cell.get(CODEC));
    return threads(cell.integer(THREADS), engine, lab.table(TABLE), all(lab), lab);
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

  @Override
  public List<Finding> findings() {
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

  private static OptionalDouble speedUp(ResultTable t, String format, String codec) {
    return Finding.ratio(
        t.median("time", FORMAT, format, CODEC, codec, THREADS, "1"),
        t.median("time", FORMAT, format, CODEC, codec, THREADS, "2"));
  }

  @Override
  public List<Chart> charts() {
    return charts(THREADS);
  }
}
