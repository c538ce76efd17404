package io.placed.cli.input;

import io.placed.text.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The names of columns that an option has, as {@link Quoting#columns(String)} says. */
public final class ColumnList implements IParameterConsumer {
  @Override
  @SuppressWarnings("JdkObsolete") // the type of picocli
  public void consumeParameters(Stack<String> args, ArgSpec option, CommandSpec command) {
    if (args.isEmpty()) {
      throw new MissingParameterException(
          command.commandLine(), option, "Missing required parameter for option '--columns'");
    }
    List<String> before = option.getValue();
    List<String> all = new ArrayList<>(before == null ? List.of() : before);
    try {
      all.addAll(Quoting.columns(args.pop()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--columns: " + e.getMessage(), e);
    }
    option.setValue(all);
  }
}
