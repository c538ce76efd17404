package io.placed.cli;

import io.placed.cli.input.InputOptions;
import io.placed.cli.input.Inputs;
import io.placed.formats.Schemas;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed schema}. */
@Command(
    name = "schema",
    header = "Show the schema of a table.",
    description =
        "Prints one column per line, in the text form that --schema of 'placed convert' takes."
            + " Supports Placed, Parquet, ORC and CSV; for CSV, all rows are read to infer types.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed schema flights.csv.gz",
      "  placed schema warehouse/flights --json",
    })
final class SchemaCommand extends BaseCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files or data sets that form one table.")
  private List<String> paths;

  @Mixin private InputOptions input;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private record ColumnJson(String name, String type, boolean nullable, int id) {
    static ColumnJson of(Field f) {
      return new ColumnJson(
          f.name(), Schemas.withoutIds(f).type().toString(), f.nullable(), f.id());
    }
  }

  private static Inputs used(Inputs inputs) {
    inputs.requireUsed(false);
    return inputs;
  }

  @Override
  public Integer call() throws Exception {
    Inputs inputs = Inputs.of(environment, paths, input);
    Schema schema = argument(() -> used(inputs)).schema();
    if (json) {
      out().json(schema.fields().stream().map(ColumnJson::of).toList());
      return 0;
    }
    StringBuilder text = new StringBuilder();
    for (Field f : schema.fields()) {
      text.append(text.length() == 0 ? "" : ",\n").append(Schemas.withoutIds(f));
    }
    out().println(text);
    return 0;
  }
}
