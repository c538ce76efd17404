package io.placed.cli;

import io.placed.cli.error.CliException;
import io.placed.cli.text.SnapshotRow;
import io.placed.table.DataSet;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.text.Table;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed snapshots}. */
@Command(
    name = "snapshots",
    header = "List the snapshots of a data set, newest first.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed snapshots warehouse/flights",
      "  placed head warehouse/flights --snapshot 17",
    })
final class SnapshotsCommand extends BaseCommand {
  @Parameters(paramLabel = "PATH", description = "A data set.")
  private String path;

  @Option(
      names = {"-n", "--number"},
      paramLabel = "N",
      defaultValue = "20",
      description = "Snapshots to show. Default: ${DEFAULT-VALUE}.")
  private int number;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (number < 1) {
      throw usage("-n must be positive, found " + number);
    }
    DataSet dataSet = DataSet.at(environment, path);
    List<SnapshotInfo> history = dataSet.history(number);
    if (history.isEmpty()) {
      throw new CliException(
          path + (dataSet.exists() ? " has no snapshots" : ": no such file or directory"));
    }
    if (json) {
      out().json(history.stream().map(SnapshotJson::of).toList());
      return 0;
    }
    Table table = Table.of(SnapshotRow.COLUMNS.toArray(String[]::new));
    for (SnapshotInfo s : history) {
      table.add(SnapshotRow.of(s).toArray(String[]::new));
    }
    out().print(table.toString());
    return 0;
  }

  private record SnapshotJson(
      long id,
      long parent,
      String commitId,
      String time,
      String operation,
      Long restored,
      long filesAdded,
      long filesRemoved,
      long rowsAdded,
      long bytesAdded,
      long rowsMarked) {
    static SnapshotJson of(SnapshotInfo s) {
      return new SnapshotJson(
          s.id(),
          s.parent(),
          s.commitId(),
          Instant.ofEpochMilli(s.timestampMillis()).toString(),
          s.operation(),
          s.restored() > 0 ? s.restored() : null,
          s.filesAdded(),
          s.filesRemoved(),
          s.rowsAdded(),
          s.bytesAdded(),
          s.rowsMarked());
    }
  }
}
