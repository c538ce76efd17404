package io.placed.cli;

import io.placed.cli.error.CliException;
import io.placed.cli.text.Output;
import io.placed.error.CorruptFileException;
import io.placed.error.NotPlacedFileException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints one sentence per error on standard error and chooses the exit code. */
final class Errors implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private final BooleanSupplier stacktrace;

  Errors(BooleanSupplier stacktrace) {
    this.stacktrace = stacktrace;
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("placed: " + e.getMessage());
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    printTrace(e, err);
    return ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
    Exception cause = cause(e);
    if (cause instanceof Output.ClosedException) {
      return ExitCode.OK;
    }
    PrintWriter err = command.getErr();
    err.println("placed: " + sentence(e));
    printTrace(e, err);
    return cause instanceof CorruptFileException && !(cause instanceof NotPlacedFileException)
        ? PlacedCommand.EXIT_DAMAGED
        : ExitCode.SOFTWARE;
  }

  private void printTrace(Exception e, PrintWriter err) {
    if (stacktrace.getAsBoolean()) {
      e.printStackTrace(err);
    }
  }

  private static Exception cause(Exception e) {
    return e instanceof UncheckedIOException u ? u.getCause() : e;
  }

  /** What the user reads about an error. */
  static String sentence(Exception thrown) {
    Exception e = cause(thrown);
    String message = e.getMessage();
    if (e instanceof NoSuchFileException) {
      return message + ": no such file or directory";
    }
    if (e instanceof FileAlreadyExistsException) {
      return message + " already exists";
    }
    if (e instanceof AccessDeniedException) {
      return message + ": permission denied";
    }
    if (message == null || message.isBlank()) {
      return e.getClass().getSimpleName() + " (use --stacktrace for details)";
    }
    boolean ours =
        e instanceof CliException
            || e instanceof FileNotFoundException
            || e instanceof CorruptFileException
            || e instanceof IllegalArgumentException
            || e.getClass() == IOException.class
            || e.getClass().getName().startsWith("io.placed.");
    // Messages of libraries often make no sense without the name of the exception.
    return ours ? message : message + " (" + e.getClass().getSimpleName() + ")";
  }
}
