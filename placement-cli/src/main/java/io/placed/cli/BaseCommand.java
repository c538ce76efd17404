package io.placed.cli;

import io.placed.cli.store.Environment;
import io.placed.cli.text.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options and helpers that all commands share. */
abstract class BaseCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;

  final Environment environment = new Environment();

  /** Standard output. */
  final Output out() {
    return new Output(spec.commandLine().getOut());
  }

  /**
   * Prints the details of a verdict, which holds also if nobody reads them.
   *
   * @return the exit code
   */
  final int verdict(int code, Runnable print) {
    try {
      print.run();
    } catch (Output.ClosedException e) {
      return code;
    }
    return code;
  }

  /** Whether standard error is a terminal, which the launcher has found out. */
  static boolean showsProgress() {
    return Boolean.getBoolean("io.placed.cli.progress");
  }

  /**
   * Prints an error after which the command goes on.
   *
   * @return the exit code that it has
   */
  final int failure(Exception e) throws Exception {
    CommandLine line = spec.commandLine();
    return line.getExecutionExceptionHandler()
        .handleExecutionException(e, line, line.getParseResult());
  }

  /** An error about the arguments of the command line. */
  final ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  /** Parses an argument; an IllegalArgumentException becomes a usage error. */
  final <T> T argument(Callable<T> parse) throws Exception {
    try {
      return parse.call();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
