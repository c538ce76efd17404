package io.placed.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code placed cat}. */
@Command(
    name = "cat",
    header = "Print the rows of a table as CSV or JSON.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed cat flights.placed | sort | uniq -c",
      "  placed cat -c carrier,dest -n 1000 --json flights.placed",
      "  placed cat flights --where \"dest = 'LAX'\" --delimiter tab --no-header",
      "  placed cat --changes 3:5 flights",
    })
final class CatCommand extends RowsCommand {
  @Option(
      names = {"-n", "--rows"},
      paramLabel = "N",
      description = "Rows to print. Default: all.")
  private Long rows;

  @Option(names = "--json", description = "Print one JSON object per row and line.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    return print(rows, Long.MAX_VALUE, false, json);
  }
}
