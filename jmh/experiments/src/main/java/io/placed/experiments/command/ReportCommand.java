package io.placed.experiments.command;

import io.placed.benchmarks.BenchmarksCommand;
import io.placed.experiments.ExperimentReport;
import io.placed.experiments.Experiments;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes tables and pictures of results. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    header = "Results of experiments as Markdown and SVG, beside the papers' own numbers.")
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "NUMBER",
      description = "Numbers of experiments, ranges such as 11-14, or all. Default: all.")
  private List<String> numbers = List.of("all");

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description = "Default: jmh/target/bench/experiments.jsonl.")
  private Path results;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "Where the report goes. Default: beside the results.")
  private Path out;

  @Override
  public Integer call() throws Exception {
    Path from =
        results != null ? results : BenchmarksCommand.defaultOut().resolve("experiments.jsonl");
    Path to = out != null ? out : from.toAbsolutePath().getParent();
    ExperimentReport report;
    try {
      report = new ExperimentReport(from, Experiments.parse(numbers));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    report.write(to);
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.println(to.resolve(ExperimentReport.NAME));
    stdout.flush();
    return 0;
  }
}
