package io.placed.cli;

import io.placed.cli.input.SnapshotOptions;
import io.placed.cli.store.Moment;
import io.placed.table.DataSet;
import io.placed.table.snapshot.SnapshotInfo;
import io.placed.text.Amounts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed rollback}. */
@Command(
    name = "rollback",
    header = "Bring back the state of an older snapshot of a data set.",
    description = {
      "Adds a snapshot with the files, columns, partitioning, placement and properties of the older"
          + " one. The snapshots between them stay in the history until a vacuum removes them.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed rollback warehouse/flights --snapshot 17",
      "  placed rollback warehouse/flights --snapshot before-import",
      "  placed rollback warehouse/flights --as-of 2026-01-31T12:00",
    })
final class RollbackCommand extends BaseCommand {
  @Parameters(paramLabel = "PATH", description = "A data set.")
  private String path;

  @Mixin private SnapshotOptions to;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private record Document(
      String path, long snapshot, long restored, long filesAdded, long filesRemoved) {}

  @Override
  public Integer call() throws Exception {
    Moment moment = to.moment();
    if (moment.isNow()) {
      throw usage("say where to: --snapshot or --as-of has to be given");
    }
    DataSet dataSet = DataSet.at(environment, path);
    SnapshotInfo done = dataSet.rollback(moment.idIn(environment, dataSet)).info();
    if (json) {
      out()
          .json(
              new Document(
                  path, done.id(), done.restored(), done.filesAdded(), done.filesRemoved()));
      return 0;
    }
    out()
        .println(
            "%s: snapshot %s has the state of snapshot %s; %s added, %s removed"
                .formatted(
                    path,
                    done.id(),
                    done.restored(),
                    Amounts.count(done.filesAdded(), "file"),
                    Amounts.count(done.filesRemoved())));
    return 0;
  }
}
