package io.placed.experiments.command;

import io.placed.benchmarks.BenchmarksCommand;
import io.placed.benchmarks.report.Progress;
import io.placed.experiments.Cell;
import io.placed.experiments.Device;
import io.placed.experiments.Experiment;
import io.placed.experiments.Experiments;
import io.placed.experiments.Knob;
import io.placed.experiments.RunSettings;
import io.placed.experiments.Runner;
import io.placed.experiments.advise.AdviseCommand;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs experiments of the papers. Their knobs are options, added to those below. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    header = "Runs experiments of the papers, each cell once.",
    description =
        "Results are appended to a file; cells that are in it are left out, so that the same"
            + " command goes on where it was stopped. Knobs of the experiments are options too,"
            + " with values separated by commas.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed bench run all --quick",
      "  placed bench run 3 --scale 0.1 --readahead 0,1024",
      "  placed bench run 11-14 --tables ../data"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:a cell failed, for instance by a wrong answer", "2:wrong usage"})
final class RunCommand implements Callable<Integer> {
  private static final int RUNS = 3;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "NUMBER",
      description = "Numbers of experiments, ranges such as 11-14, or all.")
  private List<String> numbers = List.of();

  @Option(names = "--quick", description = "Small tables and few values: minutes for everything.")
  private boolean quick;

  @Option(
      names = "--scale",
      paramLabel = "S",
      description = "Of the tables. Default: as 'bench list' says.")
  private Double scale;

  @Option(names = "--runs", paramLabel = "N", description = "Repetitions. Default: 3.")
  private int runs = RUNS;

  @Option(
      names = "--cold",
      paramLabel = "WAY",
      description =
          "How the page cache is kept out of cold readings: evict (the files that are read, by"
              + " POSIX_FADV_DONTNEED) or drop (all, by drop_caches, as root). Default: evict.")
  private Device.Cold cold = Device.Cold.EVICT;

  @Option(
      names = "--hdfs",
      paramLabel = "URI",
      description = "Where tables on HDFS are kept. Default: a data node in this process.")
  private String hdfs;

  @Option(
      names = "--tables",
      paramLabel = "DIR",
      description = "CSV files with real columns for experiment 11.")
  private Path tables;

  @Option(names = "--fresh", description = "Measure what is in the file of results again.")
  private boolean fresh;

  @Option(names = "--budget", paramLabel = "SECONDS", description = "Begin nothing after so long.")
  private Integer budget;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where tables are kept. Default: ~/.cache/placed/bench.")
  private Path data;

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description = "Default: jmh/target/bench/experiments.jsonl.")
  private Path results;

  /** The command with the knobs of all experiments as options. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new RunCommand());
    line.addSubcommand(new AdviseCommand());
    Map<String, List<Integer>> users = new TreeMap<>();
    Map<String, Knob> knobs = new TreeMap<>();
    for (Experiment e : Experiments.all()) {
      for (Knob k : e.knobs()) {
        knobs.putIfAbsent(k.name(), k);
        users.computeIfAbsent(k.name(), n -> new ArrayList<>()).add(e.title().number());
      }
    }
    knobs.forEach(
        (name, k) ->
            line.getCommandSpec()
                .addOption(
                    OptionSpec.builder("--" + name)
                        .type(String.class)
                        .paramLabel("V,…")
                        .description("Of " + users.get(name) + ": " + k.text() + ".")
                        .build()));
    return line;
  }

  @Override
  public Integer call() throws Exception {
    if (numbers.isEmpty()) {
      throw usage("Missing required parameter: 'NUMBER' (such as 3, 11-14 or all), or 'advise'");
    }
    if (runs < 1) {
      throw usage("--runs is at least 1, found " + runs);
    }
    List<Experiment> chosen;
    Map<String, List<String>> knobs;
    try {
      chosen = Experiments.parse(numbers);
      knobs = knobs(chosen);
    } catch (IllegalArgumentException e) {
      throw usage(e.getMessage());
    }
    RunSettings settings =
        new RunSettings(
            quick,
            scale,
            runs,
            knobs,
            data == null ? BenchmarksCommand.defaultData() : data.toAbsolutePath(),
            results(),
            cold,
            hdfs,
            tables,
            fresh,
            budget == null ? Long.MAX_VALUE / 4 : budget * 1_000_000_000L,
            command());
    Runner.Summary summary;
    try (Progress bar = BenchmarksCommand.progress("experiments")) {
      summary = new Runner(settings, listener(bar)).run(chosen);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%d cells measured, %d were there, %d not measured, %d failed; results in %s%n",
        summary.measured(),
        summary.skipped(),
        summary.notMeasured(),
        summary.failed(),
        settings.results());
    if (!summary.complete()) {
      out.println("the budget is spent; the same command goes on where this one stopped");
    }
    out.flush();
    return summary.failed() > 0 ? 1 : 0;
  }

  private Runner.Listener listener(Progress bar) {
    return new Runner.Listener() {
      @Override
      public void begins(Experiment e, Cell cell, double fraction) {
        bar.set(fraction, e.title().number() + ": " + cell);
      }

      @Override
      public void says(String sentence) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("bench: " + sentence);
        err.flush();
      }
    };
  }

  /** The values that were given; each must be one that an experiment knows. */
  private Map<String, List<String>> knobs(List<Experiment> chosen) {
    Map<String, List<String>> out = new LinkedHashMap<>();
    for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
      String name = option.longestName().substring(2);
      if (option.userObject() != null) {
        continue;
      }
      List<String> values = Arrays.asList(((String) option.getValue()).split(","));
      List<Knob> found =
          chosen.stream()
              .flatMap(e -> e.knobs().stream())
              .filter(k -> k.name().equals(name))
              .toList();
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "none of the experiments "
                + numbers
                + " has a knob --"
                + name
                + "; 'bench list' shows them");
      }
      found.forEach(k -> values.forEach(k::require));
      out.put(name, values);
    }
    return out;
  }

  private Path results() {
    return results != null ? results : BenchmarksCommand.defaultOut().resolve("experiments.jsonl");
  }

  private String command() {
    return "placed bench " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
