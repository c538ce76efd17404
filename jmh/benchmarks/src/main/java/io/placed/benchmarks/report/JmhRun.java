package io.placed.benchmarks.report;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs benchmarks with JMH and keeps every score. */
public final class JmhRun {
  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  private JmhRun() {}

  /**
   * @param include regular expression of the benchmarks' names
   * @param parameters values to run with; all combinations are
   * @throws RunnerException if a benchmark fails, for instance because its sums are wrong
   */
  public static List<Measurement> run(
      String include, Map<String, List<String>> parameters, RunOptions options, Progress progress)
      throws RunnerException, IOException {
    List<Measurement> out = new ArrayList<>();
    Files.createDirectories(options.log().toAbsolutePath().getParent());
    try (PrintStream log = new PrintStream(Files.newOutputStream(options.log()), true, "UTF-8")) {
      double combinations = 1;
      for (List<String> values : parameters.values()) {
        combinations *= values.size();
      }
      double expected =
          combinations
              * Math.max(1, options.forks())
              * (options.warmUp() + options.iterations())
              * options.vectorApi().size();
      JmhProgress counter = new JmhProgress(progress, expected);
      for (boolean vectorApi : options.vectorApi()) {
        var builder = builder(include, options, vectorApi);
        parameters.forEach((k, v) -> builder.param(k, v.toArray(String[]::new)));
        OutputFormat format =
            counter.over(OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL));
        for (RunResult r : new Runner(builder.build(), format).run()) {
          out.add(measurement(r, vectorApi));
        }
      }
    }
    return out;
  }

  private static ChainedOptionsBuilder builder(
      String include, RunOptions options, boolean vectorApi) {
    List<String> jvm = new ArrayList<>();
    // What bin/bench passed, such as the packages that Spark opens.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(a -> !a.startsWith("-Xm") && !a.startsWith("-agentlib"))
        .filter(a -> !a.contains(VECTOR_MODULE))
        .forEach(jvm::add);
    jvm.addAll(List.of("-Xms" + options.heap(), "-Xmx" + options.heap()));
    if (vectorApi) {
      jvm.add("--add-modules=" + VECTOR_MODULE);
    }
    long millis = Math.max(1, Math.round(options.seconds() * 1000));
    var builder =
        new OptionsBuilder()
            .include(include)
            .forks(options.forks())
            .warmupForks(0)
            .warmupIterations(options.warmUp())
            .warmupTime(TimeValue.milliseconds(millis))
            .measurementIterations(options.iterations())
            .measurementTime(TimeValue.milliseconds(millis))
            .jvmArgs(jvm.toArray(String[]::new))
            .shouldFailOnError(true);
    options.profilers().forEach(builder::addProfiler);
    return builder;
  }

  private static Measurement measurement(RunResult run, boolean vectorApi) {
    Map<String, String> parameters = new TreeMap<>();
    for (String key : run.getParams().getParamsKeys()) {
      parameters.put(key, run.getParams().getParam(key));
    }
    List<List<Double>> forks = new ArrayList<>();
    for (BenchmarkResult fork : run.getBenchmarkResults()) {
      List<Double> scores = new ArrayList<>();
      for (IterationResult i : fork.getIterationResults()) {
        scores.add(i.getPrimaryResult().getScore());
      }
      forks.add(scores);
    }
    Map<String, Double> secondary = new LinkedHashMap<>();
    run.getSecondaryResults()
        .forEach((k, v) -> secondary.put(k + " " + v.getScoreUnit(), v.getScore()));
    return new Measurement(
        run.getParams().getBenchmark(),
        parameters,
        vectorApi,
        run.getPrimaryResult().getScoreUnit(),
        forks,
        secondary);
  }
}
