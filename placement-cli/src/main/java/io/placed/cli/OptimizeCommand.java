package io.placed.cli;

import io.placed.advise.WatchResult;
import io.placed.advise.WorkloadWatch;
import io.placed.cli.text.Progress;
import io.placed.placement.Sizes;
import io.placed.predicate.Predicate;
import io.placed.table.optimize.Optimize;
import io.placed.table.optimize.OptimizeOptions;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteEstimate;
import io.placed.table.rewrite.RewriteResult;
import io.placed.text.Amounts;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed optimize}. */
@Command(
    name = "optimize",
    header = "Merge small files and files that overlap in the leading sort key.",
    description = {
      "Files that are large and do not overlap are not touched, so that the cost depends on what"
          + " was added since the last call. The table gets one new snapshot; readers keep the"
          + " snapshot that they opened, and concurrent appends are kept. If the command is"
          + " interrupted, running it again reuses the files that are complete.",
      "If the table has the property advise=watch, it also says whether the workload has moved away"
          + " from the placement; nothing is rewritten for that.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed optimize warehouse/flights --dry-run",
      "  placed optimize warehouse/sales --where \"country = 'DE'\" --file-size 512MiB",
    })
final class OptimizeCommand extends BaseCommand {
  @Parameters(paramLabel = "TABLE", description = "A data set.")
  private String path;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description = "Optimize only the matching partitions: \"country = 'DE' and year > 2020\".")
  private String where;

  @Option(
      names = "--file-size",
      paramLabel = "SIZE",
      defaultValue = "1GiB",
      description =
          "Target size of files; those of at least half of it are not small. Default:"
              + " ${DEFAULT-VALUE}.")
  private String fileSize;

  @Option(
      names = "--overlap",
      paramLabel = "SHARE",
      defaultValue = "0.25",
      description =
          "Share of the bytes of a partition that may overlap the rest of it in the leading sort"
              + " key, from 0 to 0.5; smaller values rewrite more. Default: ${DEFAULT-VALUE}.")
  private String overlap;

  @Option(
      names = "--history",
      paramLabel = "DIRECTORY",
      description =
          "History of scans that advise=watch looks at, if the property advise.history names none.")
  private String history;

  @Option(names = "--new-owner", description = "Do not preserve owner, group and permissions.")
  private boolean newOwner;

  @Option(
      names = "--dry-run",
      description = "Write nothing; show the files that would be merged, and estimate the time.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  /** The JSON document of --dry-run. */
  private record Estimate(
      String path,
      boolean dryRun,
      long rows,
      long rowsDone,
      long filesBefore,
      long filesAfter,
      long bytesBefore,
      long bytesAfter,
      long memoryBytes,
      double seconds) {}

  /** The JSON document of a call. */
  private record Report(
      String path,
      long snapshot,
      long rows,
      long filesBefore,
      long filesAfter,
      long filesReused,
      long bytesBefore,
      long bytesAfter,
      double seconds,
      Optional<Watch> advise) {}

  /** What the table's property {@code advise=watch} found. */
  private record Watch(
      String state,
      String message,
      long scans,
      double regretSeconds,
      double rewriteSeconds,
      String placement) {}

  @Override
  public Integer call() throws Exception {
    OptimizeOptions options = argument(this::options);
    Rewrite rewrite = argument(() -> Optimize.prepare(environment, path, options));
    if (dryRun) {
      estimate(rewrite.estimate());
      return 0;
    }
    long start = System.nanoTime();
    RewriteResult result;
    try (Progress bar = Progress.start("optimizing", showsProgress())) {
      result = rewrite.run(done -> bar.set(done, ""));
    }
    long nanos = System.nanoTime() - start;
    report(
        result, nanos, WorkloadWatch.of(environment, path, history == null ? "" : history, null));
    return 0;
  }

  private OptimizeOptions options() {
    return new OptimizeOptions(
        where == null ? null : Predicate.parse(where),
        Sizes.parse("--file-size", fileSize),
        OptimizeOptions.parseOverlap(overlap),
        !newOwner);
  }

  private void estimate(RewriteEstimate e) throws Exception {
    if (json) {
      out()
          .json(
              new Estimate(
                  path,
                  true,
                  e.rows(),
                  e.rowsDone(),
                  e.filesBefore(),
                  e.filesAfter(),
                  e.bytesBefore(),
                  e.bytesAfter(),
                  e.memoryBytes(),
                  e.seconds()));
    } else if (e.filesBefore() == 0) {
      idle();
    } else {
      out()
          .println(
              "%s: %s, %s, would become %s, about %s; estimate: %s on one thread"
                  .formatted(
                      path,
                      Amounts.count(e.filesBefore(), "file"),
                      Amounts.bytes(e.bytesBefore()),
                      Amounts.count(e.filesAfter(), "file"),
                      Amounts.bytes(e.bytesAfter()),
                      Amounts.duration(Math.round(e.seconds() * 1e9))));
    }
  }

  private void report(RewriteResult r, long nanos, WatchResult watch) {
    if (json) {
      out()
          .json(
              new Report(
                  path,
                  r.snapshot(),
                  r.rows(),
                  r.filesBefore(),
                  r.filesAfter(),
                  r.filesReused(),
                  r.bytesBefore(),
                  r.bytesAfter(),
                  Amounts.seconds(nanos),
                  watch.isOn() ? Optional.of(document(watch)) : Optional.empty()));
      return;
    }
    if (r.filesBefore() == 0) {
      idle();
    } else {
      out()
          .println(
              String.format(
                  Locale.ROOT,
                  "%s: %s, %s, became %s, %s, in %s; snapshot %d%s",
                  path,
                  Amounts.count(r.filesBefore(), "file"),
                  Amounts.bytes(r.bytesBefore()),
                  Amounts.count(r.filesAfter(), "file"),
                  Amounts.bytes(r.bytesAfter()),
                  Amounts.duration(nanos),
                  r.snapshot(),
                  r.filesReused() == 0
                      ? ""
                      : ", %s reused from an interrupted call"
                          .formatted(Amounts.count(r.filesReused(), "file"))));
    }
    if (watch.isOn()) {
      out().println(watch.message());
    }
  }

  private static Watch document(WatchResult w) {
    return new Watch(
        w.state().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        w.message(),
        w.scans(),
        w.regretSeconds(),
        w.rewriteSeconds(),
        w.placement());
  }

  private void idle() {
    out().println("%s: nothing to merge".formatted(path));
  }
}
