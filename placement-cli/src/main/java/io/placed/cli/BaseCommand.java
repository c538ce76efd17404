package io.placed.cli;

import io.placed.cli.text.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all commands have in common. */
abstract class BaseCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;

  final Environment environment = new Environment();

  /** Where results go. */
  final Output out() {
    return new Output(spec.commandLine().getOut());
  }

  /** Whether a terminal looks at standard error: the launcher says so. */
  static boolean showsProgress() {
    return Boolean.getBoolean("io.placed.cli.progress");
  }

  /** For arguments that contradict each other. */
  final ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  /** Runs what reads an argument, so that its complaint counts as wrong usage. */
  final <T> T argument(Callable<T> parse) throws Exception {
    try {
      return parse.call();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
