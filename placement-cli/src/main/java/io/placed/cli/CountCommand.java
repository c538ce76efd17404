package io.placed.cli;

import io.placed.cli.input.InputOptions;
import io.placed.cli.input.Inputs;
import io.placed.cli.input.WhereOption;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed count}. */
@Command(
    name = "count",
    header = "Count the rows of a table.",
    description = {
      "Without a condition the number comes from the log of a data set or the footers of files, if"
          + " the format has them. With one, only the columns of the condition are read.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed count warehouse/flights",
      "  placed count warehouse/flights --where \"carrier = 'UA' and dep_delay > 60\"",
      "  placed count --snapshot 3 warehouse/flights",
      "  placed count --changes 3:5 warehouse/flights --where \"_change_type = 'delete'\"",
    })
final class CountCommand extends BaseCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "TABLE",
      description = "Files or data sets that form one table.")
  private List<String> paths;

  @Mixin private InputOptions input;

  @Mixin private WhereOption where;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** The JSON document. */
  private record Result(long rows) {}

  @Override
  public Integer call() throws Exception {
    Inputs inputs = Inputs.of(environment, paths, input);
    long rows = argument(() -> filtered(inputs)).count();
    if (json) {
      out().json(new Result(rows));
    } else {
      out().println(Long.toString(rows));
    }
    return 0;
  }

  private Inputs filtered(Inputs inputs) {
    inputs.requireUsed(false);
    where.applyTo(inputs);
    return inputs;
  }
}
