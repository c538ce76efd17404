package io.placed.experiments.albis;

import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.Scan;
import io.placed.benchmarks.engine.Totals;
import io.placed.experiments.Cell;
import io.placed.experiments.Chart;
import io.placed.experiments.Finding;
import io.placed.experiments.Knob;
import io.placed.experiments.Lab;
import io.placed.experiments.Outcome;
import io.placed.experiments.Paper;
import io.placed.experiments.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Figure 3: formats over cores. */
public final class GoodputOverCores extends Goodput {
  private static final String THREADS = "threads";

  @Override
  public Title title() {
    return new Title(
        37,
        "Formats over cores",
        Paper.ALBIS,
        "figure 3",
        "Each thread reads the whole table, from HDFS." + HOW);
  }

  @Override
  public List<Knob> knobs() {
    return List.of(USUAL, Knob.numbers(THREADS, "threads", "1 2 4 8 16").quick("1 2"));
  }

  @Override
  public Outcome run(Cell cell, Lab lab) throws Exception {
    Engine engine = engine(cell.get(FORMAT));
    String address = onHdfs(engine, lab);
    int threads = cell.integer(THREADS);
    Outcome.Builder out =
        threads == 1 ? read(engine, address, lab) : threads(threads, engine, address, lab);
    return rates(out, threads, engine, lab);
  }

  private static Outcome.Builder threads(int threads, Engine engine, String address, Lab lab)
      throws Exception {
    Query all = all(lab);
    List<Scan> scans = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      scans.add(engine.prepare(address, all));
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      return lab.warm(
          QUESTION,
          () -> {
            List<Future<Totals>> running = new ArrayList<>();
            for (Scan s : scans) {
              running.add(pool.submit(s::run));
            }
            String answer = null;
            for (Future<Totals> f : running) {
              answer = f.get().text();
              lab.check(QUESTION, answer);
            }
            return answer;
          });
    } finally {
      pool.shutdownNow();
    }
  }

  @Override
  public List<Finding> findings() {
    return List.of(
        new Finding(
            "Formats scale with cores",
            "Albis 59.9 Gbit/s with 16 cores, 1.9–21.4 × the others",
            t ->
                Finding.shown(
                    "2 threads over 1: Placed %.2f, Arrow %.2f, Parquet %.2f ×",
                    scaling(t, "placed"), scaling(t, "arrow"), scaling(t, "parquet"))));
  }

  private static OptionalDouble scaling(ResultTable t, String format) {
    return Finding.ratio(
        at(t, GOODPUT, format, THREADS, "2"), at(t, GOODPUT, format, THREADS, "1"));
  }

  @Override
  public List<Chart> charts() {
    return List.of(Chart.lines("Goodput", GOODPUT, "Gbit/s", THREADS));
  }
}
