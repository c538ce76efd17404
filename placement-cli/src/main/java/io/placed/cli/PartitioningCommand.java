package io.placed.cli;

import io.placed.table.DataSet;
import io.placed.table.partition.PartitionSpec;
import io.placed.table.snapshot.TableState;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed partitioning}. */
@Command(
    name = "partitioning",
    header = "Show or change by what new files of a data set are partitioned.",
    description = {
      "A partitioning is a list of columns and of bucket(N, COLUMN), truncate(W, COLUMN),"
          + " years(COLUMN), months(COLUMN), days(COLUMN) and hours(COLUMN). Existing files stay"
          + " as they are: each keeps the partition values that it was written with.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed partitioning warehouse/flights",
      "  placed partitioning warehouse/flights --set \"days(departure), bucket(16, id)\"",
      "  placed partitioning warehouse/flights --set \"\"",
    })
final class PartitioningCommand extends BaseCommand {
  @Parameters(paramLabel = "PATH", description = "A data set.")
  private String path;

  @Option(
      names = "--set",
      paramLabel = "LIST",
      description = "Change the partitioning; an empty list means none.")
  private String set;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    DataSet dataSet = environment.withSnapshots(path);
    if (set != null) {
      argument(() -> dataSet.alter(PartitionSpec.parse(set)));
    }
    TableState now = dataSet.directory().log().newest();
    String text = now.partitioning().spec(now.schema()).toString();
    if (json) {
      out().json(Map.of("partitioning", text));
    } else {
      out().println(text.isEmpty() ? "none" : text);
    }
    return 0;
  }
}
