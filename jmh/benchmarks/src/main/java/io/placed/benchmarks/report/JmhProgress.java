package io.placed.benchmarks.report;

import java.io.IOException;
import java.util.Collection;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/** Moves a progress bar with the iterations that JMH reports. */
final class JmhProgress {
  private final Progress bar;
  private final double expected;
  private int done;

  JmhProgress(Progress bar, double expected) {
    this.bar = bar;
    this.expected = expected;
  }

  /** An output that passes everything on. */
  OutputFormat over(OutputFormat log) {
    return new Listening(log);
  }

  private void step(BenchmarkParams params) {
    String engine = params.getParam("engine");
    String[] name = params.getBenchmark().split("\\.", -1);
    bar.set(done++ / expected, engine != null ? engine : name[name.length - 1]);
  }

  private final class Listening implements OutputFormat {
    private final OutputFormat log;

    Listening(OutputFormat log) {
      this.log = log;
    }

    @Override
    public void iteration(BenchmarkParams params, IterationParams iteration, int i) {
      step(params);
      log.iteration(params, iteration, i);
    }

    @Override
    public void iterationResult(
        BenchmarkParams params, IterationParams iteration, int i, IterationResult result) {
      log.iterationResult(params, iteration, i, result);
    }

    @Override
    public void startBenchmark(BenchmarkParams params) {
      log.startBenchmark(params);
    }

    @Override
    public void endBenchmark(BenchmarkResult result) {
      log.endBenchmark(result);
    }

    @Override
    public void startRun() {
      log.startRun();
    }

    @Override
    public void endRun(Collection<RunResult> results) {
      log.endRun(results);
    }

    @Override
    public void print(String s) {
      log.print(s);
    }

    @Override
    public void println(String s) {
      log.println(s);
    }

    @Override
    public void flush() {
      log.flush();
    }

    @Override
    public void close() {
      log.close();
    }

    @Override
    public void verbosePrintln(String s) {
      log.verbosePrintln(s);
    }

    @Override
    public void write(int b) {
      log.write(b);
    }

    @Override
    public void write(byte[] b) throws IOException {
      log.write(b);
    }
  }
}
