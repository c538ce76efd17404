package io.placed.cli;

import io.placed.cli.error.CliException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/**
 * {@code placed bench}. The benchmarks need Parquet's, ORC's and Arrow's libraries, Spark and HDFS,
 * which are not on this class path: bin/placed of a checkout starts them without this class.
 */
@Command(
    name = "bench",
    header = "Run the experiments of five papers by number (only in a checkout).",
    footerHeading = "%nExamples:%n",
    footer = {"  placed bench list", "  placed bench run 1-10 --quick", "  placed bench report"},
    description = {
      "'placed bench list' lists the experiments, 'placed bench run all --quick' runs all of them"
          + " in minutes, 'placed bench report' writes tables and charts of the results beside the"
          + " papers' own numbers. See 'placed bench run --help' for details.",
    })
final class BenchCommand extends BaseCommand {
  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments;

  @Unmatched private List<String> options;

  @Override
  public Integer call() {
    throw new CliException(
        "benchmarks run only through bin/placed of a checkout, which provides the other formats'"
            + " libraries");
  }
}
