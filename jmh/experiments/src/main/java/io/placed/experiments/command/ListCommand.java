package io.placed.experiments.command;

import io.placed.experiments.Experiment;
import io.placed.experiments.Experiments;
import io.placed.experiments.Knob;
import io.placed.experiments.Paper;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows experiments. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    header = "Shows the experiments of the papers; of those named, their knobs too.")
final class ListCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "NUMBER",
      description = "Numbers of experiments, ranges such as 11-14, or all.")
  private List<String> numbers = List.of();

  @Override
  public Integer call() {
    List<Experiment> chosen;
    try {
      chosen = numbers.isEmpty() ? Experiments.all() : Experiments.parse(numbers);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    PrintWriter out = spec.commandLine().getOut();
    Paper last = null;
    for (Experiment e : chosen) {
      Experiment.Title t = e.title();
      if (t.paper() != last) {
        out.println(t.paper().text());
        last = t.paper();
      }
      out.printf(Locale.ROOT, "%4d  %s (%s)%n", t.number(), t.text(), t.figure());
      if (!numbers.isEmpty()) {
        details(e, out);
      }
    }
    out.flush();
    return 0;
  }

  private static void details(Experiment e, PrintWriter out) {
    out.printf("      %s%n", e.title().method());
    out.printf("      --scale %s, quick %s%n", e.scale(false), e.scale(true));
    for (Knob k : e.knobs()) {
      out.printf("      --%s %s%n", k.name(), String.join(",", k.full()));
      out.printf("          %s", k.text());
      out.println(k.quick().equals(k.full()) ? "" : "; quick: " + String.join(",", k.quick()));
    }
  }
}
