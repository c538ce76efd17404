package io.placed.cli;

import io.placed.table.DataSet;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.table.vacuum.VacuumResult;
import io.placed.text.Amounts;
import io.placed.text.DurationText;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code placed vacuum}. */
@Command(
    name = "vacuum",
    header = "Expire old snapshots of a data set and delete unreferenced files.",
    description = {
      "Files of writes that were never committed are deleted too, once they are older than"
          + " --older-than and older than a day. Visible files that were put into the directory by"
          + " other programs are never deleted.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed vacuum warehouse/flights --dry-run",
      "  placed vacuum warehouse/flights --older-than 2d --keep 10",
    })
final class VacuumCommand extends BaseCommand {
  @Parameters(paramLabel = "PATH", description = "A data set.")
  private String path;

  @Option(
      names = "--older-than",
      paramLabel = "TIME",
      defaultValue = "7d",
      converter = AgeConverter.class,
      description =
          "Keep snapshots that were current within this time: 7d, 12h, 30m, 0. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration olderThan;

  @Option(
      names = "--keep",
      paramLabel = "N",
      defaultValue = "1",
      description = "Always keep this many of the newest snapshots. Default: ${DEFAULT-VALUE}.")
  private int keep;

  @Option(names = "--dry-run", description = "Show what would be deleted; delete nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print JSON, with the path of every deleted file.")
  private boolean json;

  static final class AgeConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return DurationText.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  @Override
  public Integer call() throws Exception {
    VacuumOptions options = argument(() -> new VacuumOptions(olderThan, keep, dryRun));
    VacuumResult result = DataSet.at(environment, path).vacuum(options);
    if (json) {
      out().json(json(result));
      return 0;
    }
    out()
        .println(
            "%s: %s%s expired, %s kept; %s of %s deleted"
                .formatted(
                    path,
                    dryRun ? "dry run: " : "",
                    Amounts.count(result.snapshotsExpired(), "snapshot"),
                    result.snapshotsKept(),
                    Amounts.count(result.filesRemoved().size(), "file"),
                    Amounts.bytes(result.bytesRemoved())));
    if (result.filesUnfinished() > 0) {
      out()
          .println(
              "%s of %s kept: their writes may still be in progress"
                  .formatted(
                      Amounts.count(result.filesUnfinished(), "file"),
                      Amounts.bytes(result.bytesUnfinished())));
    }
    return 0;
  }

  private Document json(VacuumResult r) {
    return new Document(
        path,
        dryRun,
        r.snapshotsExpired(),
        r.snapshotsKept(),
        r.bytesRemoved(),
        r.filesRemoved(),
        r.filesUnfinished(),
        r.bytesUnfinished());
  }

  private record Document(
      String path,
      boolean dryRun,
      long snapshotsExpired,
      long snapshotsKept,
      long bytesRemoved,
      List<String> filesRemoved,
      long filesUnfinished,
      long bytesUnfinished) {}
}
