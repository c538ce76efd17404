package io.placed.cli;

import io.placed.cli.error.CliException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/**
 * {@code placed bench}. The benchmarks need Parquet's, ORC's and Arrow's libraries, Spark and HDFS,
 * which this class path does not have: the launcher of a checkout starts them before it comes here.
 */
@Command(
    name = "bench",
    header = "Run the experiments of five papers by their numbers (in a checkout).",
    footerHeading = "%nExamples:%n",
    footer = {"  placed bench list", "  placed bench run 1-10 --quick", "  placed bench report"},
    description = {
      "'placed bench list' shows the experiments, 'placed bench run 1-43 --quick' measures all of"
          + " them in minutes, 'placed bench report' makes tables and pictures of what was"
          + " measured, beside the papers' own numbers. 'placed bench run --help' says more.",
    })
final class BenchCommand extends BaseCommand {
  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments;

  @Unmatched private List<String> options;

  @Override
  public Integer call() {
    throw new CliException(
        "benchmarks are started by bin/placed of a checkout, which has the other formats' libraries");
  }
}
