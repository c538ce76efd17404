package io.placed.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.placed.cli.text.Amounts;
import io.placed.cli.text.Durations;
import io.placed.table.DataSet;
import io.placed.table.vacuum.VacuumOptions;
import io.placed.table.vacuum.VacuumResult;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code placed vacuum}. */
@Command(
    name = "vacuum",
    header = "Expire old snapshots of a data set and remove the files that no other one lists.",
    description = {
      "What writers left that never committed goes too, once it is older than --older-than and than"
          + " a day. Files that others put into the directory are never removed as long as they are"
          + " visible.",
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
          "Snapshots stay that were the newest within this time: 7d, 12h, 30m, 0. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration olderThan;

  @Option(
      names = "--keep",
      paramLabel = "N",
      defaultValue = "1",
      description = "So many of the newest snapshots stay in any case. Default: ${DEFAULT-VALUE}.")
  private int keep;

  @Option(names = "--dry-run", description = "Say what would be removed, and remove nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print JSON, with the name of every file.")
  private boolean json;

  static final class AgeConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return Durations.parse(text);
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
            "%s: %s%s expired, %s left; %s of %s removed"
                .formatted(
                    path,
                    dryRun ? "would be: " : "",
                    Amounts.count(result.snapshotsExpired(), "snapshot"),
                    result.snapshotsKept(),
                    Amounts.count(result.filesRemoved().size(), "file"),
                    Amounts.bytes(result.bytesRemoved())));
    if (result.filesUnfinished() > 0) {
      out()
          .println(
              "%s of %s belong to writes that may be in progress and stay"
                  .formatted(
                      Amounts.count(result.filesUnfinished(), "file"),
                      Amounts.bytes(result.bytesUnfinished())));
    }
    return 0;
  }

  private JsonObject json(VacuumResult r) {
    JsonObject o = new JsonObject();
    o.addProperty("path", path);
    o.addProperty("dryRun", dryRun);
    o.addProperty("snapshotsExpired", r.snapshotsExpired());
    o.addProperty("snapshotsKept", r.snapshotsKept());
    o.addProperty("bytesRemoved", r.bytesRemoved());
    JsonArray files = new JsonArray();
    r.filesRemoved().forEach(files::add);
    o.add("filesRemoved", files);
    o.addProperty("filesUnfinished", r.filesUnfinished());
    o.addProperty("bytesUnfinished", r.bytesUnfinished());
    return o;
  }
}
