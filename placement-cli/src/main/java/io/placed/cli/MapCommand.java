package io.placed.cli;

import io.placed.cli.input.ColumnList;
import io.placed.cli.input.SnapshotOptions;
import io.placed.io.PathNames;
import io.placed.picture.map.MapDocument;
import io.placed.predicate.Predicate;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed map}. */
@Command(
    name = "map",
    header = "Draw the layout of a table's files, and which bytes a query reads.",
    description = {
      "Draws one lane per file, from its first byte to its last, coloured by column group, with the"
          + " boundaries of physical blocks and file system blocks. The output is a self-contained"
          + " HTML file, or SVG if its name ends in .svg. Only footers are read, and the first page"
          + " of each column for its encoding.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed map flights.placed -o flights.html",
      "  placed map warehouse/flights -o flights.svg",
      "  placed map flights.placed -o q.html -c carrier,dep_delay --where \"distance > 2000\"",
      "  placed map warehouse/flights -o before.html --snapshot 1",
    })
final class MapCommand extends BaseCommand {
  @Parameters(arity = "1", paramLabel = "PATH", description = "A Placed file or data set.")
  private String path;

  @Mixin private SnapshotOptions moment;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "Output file, whose name ends in .html or .svg.")
  private String output;

  @Option(
      names = {"-c", "--columns"},
      paramLabel = "COLUMN",
      split = ",",
      parameterConsumer = ColumnList.class,
      description = "Columns of a query to show. Default with --where: all.")
  private List<String> columns;

  @Option(
      names = "--where",
      paramLabel = "PREDICATE",
      description = "Filter of a query to show, such as 'a > 5 and b = ''x'''.")
  private String where;

  @Option(names = "--overwrite", description = "Replace an existing file.")
  private boolean overwrite;

  @Override
  public Integer call() throws Exception {
    String name = PathNames.name(output).toLowerCase(Locale.ROOT);
    boolean svg = name.endsWith(".svg");
    if (!svg && !name.endsWith(".html") && !name.endsWith(".htm")) {
      throw usage("--output must end in .html or .svg, found " + output);
    }
    PageFile page = new PageFile(environment, output, overwrite);
    page.requireAbsent();
    DataSet dataSet = DataSet.at(environment, path);
    Snapshot snapshot = moment.moment().of(environment, dataSet);
    MapDocument map =
        argument(
            () ->
                MapDocument.of(
                    dataSet, snapshot, columns, where == null ? null : Predicate.parse(where)));
    String written = page.write(svg ? map.svg() : map.html());
    StringBuilder said = new StringBuilder(written + "\n");
    map.query().forEach(l -> said.append("  ").append(l).append('\n'));
    map.notes().forEach(l -> said.append("  ").append(l).append('\n'));
    out().print(said);
    return 0;
  }
}
