package io.placed.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code placed head}. */
@Command(
    name = "head",
    header = "Show the first rows of a table.",
    description = "Long values are truncated; 'placed cat' prints them in full.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed head flights.placed",
      "  placed head -n 3 -c carrier,dep_time flights.placed",
      "  placed head --json flights.parquet",
      "  placed head flights --where \"dest = 'LAX' and dep_delay > 60\"",
      "  placed head --row-numbers 5,1000000,17 flights",
    })
final class HeadCommand extends RowsCommand {
  @Option(
      names = {"-n", "--rows"},
      paramLabel = "N",
      description = "Rows to show. Default: 10, or those of --row-numbers.")
  private Long rows;

  @Option(names = "--json", description = "Print one JSON object per row and line.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    return print(rows, 10, true, json);
  }
}
