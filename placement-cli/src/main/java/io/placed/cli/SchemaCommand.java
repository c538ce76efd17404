package io.placed.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
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
    header = "Show the columns of a table.",
    description =
        "One column a line, in the text form that --schema of 'placed convert' takes. Reads"
            + " Placed, Parquet, ORC and CSV; of CSV it reads every row to find the types.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed schema flights.csv.gz",
      "  placed schema warehouse/flights --json",
    })
final class SchemaCommand extends BaseCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "PATH",
      description = "Files or data sets, as one table.")
  private List<String> paths;

  @Mixin private InputOptions input;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    Schema schema = Inputs.of(environment, paths, input).schema();
    if (json) {
      JsonArray columns = new JsonArray();
      for (Field f : schema.fields()) {
        JsonObject column = new JsonObject();
        column.addProperty("name", f.name());
        column.addProperty("type", Schemas.withoutIds(f).type().toString());
        column.addProperty("nullable", f.nullable());
        column.addProperty("id", f.id());
        columns.add(column);
      }
      out().json(columns);
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
