package io.placed.experiments;

import io.placed.benchmarks.report.Setting;
import io.placed.encoding.kernel.Kernels;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures the cells of experiments one after the other, skipping those that are done. */
public final class Runner {
  private final RunSettings settings;
  private final Listener listener;
  private final ResultFile file;

  /** Receives progress and messages. */
  public interface Listener {
    /**
     * @param fraction of the cells of this experiment that are done
     */
    void begins(Experiment experiment, Cell cell, double fraction);

    /** Something that the user must know. */
    void says(String sentence);
  }

  /**
   * Outcome of a run.
   *
   * @param measured cells
   * @param skipped because they were in the file
   * @param notMeasured because the machine cannot
   * @param failed that should have worked
   * @param complete false if the time budget was exhausted
   */
  public record Summary(int measured, int skipped, int notMeasured, int failed, boolean complete) {}

  public Runner(RunSettings settings, Listener listener) throws IOException {
    this.settings = settings;
    this.listener = listener;
    this.file = new ResultFile(settings.results());
  }

  /** Runs experiments in this order. */
  public Summary run(List<Experiment> experiments) throws IOException {
    long deadline = System.nanoTime() + settings.budgetNanos();
    Count count = new Count();
    try (Lab.Shared shared = new Lab.Shared(settings)) {
      String environment = file.environment(environment(shared.device()));
      for (Experiment e : experiments) {
        if (!run(e, shared, environment, deadline, count)) {
          return count.summary(false);
        }
      }
    }
    return count.summary(true);
  }

  private static final class Count {
    int measured;
    int skipped;
    int notMeasured;
    int failed;

    Summary summary(boolean complete) {
      return new Summary(measured, skipped, notMeasured, failed, complete);
    }
  }

  private boolean run(
      Experiment e, Lab.Shared shared, String environment, long deadline, Count count)
      throws IOException {
    double scale = settings.scale() != null ? settings.scale() : e.scale(settings.quick());
    int number = e.title().number();
    Answers answers = new Answers();
    if (!settings.fresh()) {
      for (Result r : new ResultTable(file.results(), number, scale).measuredResults()) {
        answers.check(r.question(), r.answer(), "the file of results");
      }
    }
    List<Cell> cells = cells(e);
    Lab lab = new Lab(settings, e, scale, false, answers, shared);
    try {
      for (int i = 0; i < cells.size(); i++) {
        Cell cell = cells.get(i);
        Result skeleton = failed(number, scale, cell, null, "", environment);
        Result known = settings.fresh() ? null : file.get(skeleton.key());
        if (known != null && known.status() != Result.Status.FAILED) {
          count.skipped++;
          continue;
        }
        if (System.nanoTime() - deadline > 0) {
          return false;
        }
        listener.begins(e, cell, (double) i / cells.size());
        lab.begin(cell);
        long start = System.nanoTime();
        Result result = run(e, lab, cell, scale, environment, count);
        file.add(result.took((System.nanoTime() - start) / 1e9));
      }
    } finally {
      e.close();
    }
    return true;
  }

  /** All combinations of the chosen values that make sense. */
  private List<Cell> cells(Experiment e) {
    Map<String, List<String>> chosen = new LinkedHashMap<>();
    for (Knob k : e.knobs()) {
      List<String> usual = settings.quick() ? k.quick() : k.full();
      chosen.put(k.name(), settings.knobs().getOrDefault(k.name(), usual));
    }
    return Cell.product(e.knobs(), chosen).stream().filter(e::applies).toList();
  }

  private Result run(
      Experiment e, Lab lab, Cell cell, double scale, String environment, Count count) {
    int number = e.title().number();
    try {
      Outcome o = e.run(cell, lab);
      lab.check(o.question(), o.answer());
      count.measured++;
      return new Result(
          number,
          scale,
          cell.values(),
          Result.Status.MEASURED,
          null,
          o.question(),
          o.answer(),
          o.measures(),
          o.notes(),
          0,
          environment);
    } catch (NotMeasuredException x) {
      count.notMeasured++;
      return failed(number, scale, cell, Result.Status.NOT_MEASURED, x.getMessage(), environment);
    } catch (Exception | LinkageError | OutOfMemoryError x) {
      count.failed++;
      String reason = x.getMessage() == null ? x.toString() : x.getMessage();
      if (Boolean.getBoolean("io.placed.bench.stacktrace")) {
        x.printStackTrace();
      }
      listener.says("experiment " + number + ", " + cell + ": failed: " + reason);
      return failed(number, scale, cell, Result.Status.FAILED, x + "", environment);
    }
  }

  private static Result failed(
      int number,
      double scale,
      Cell cell,
      Result.Status status,
      String reason,
      String environment) {
    return new Result(
        number, scale, cell.values(), status, reason, "", "", Map.of(), List.of(), 0, environment);
  }

  private Map<String, String> environment(Device device) {
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    Map<String, String> out = Setting.of(settings.command(), heap + " MiB");
    out.put("vector API", Kernels.usesVectorApi() ? "used" : "not used");
    out.put("repetitions", String.valueOf(settings.runs()));
    out.putAll(device.knobs());
    return out;
  }
}
