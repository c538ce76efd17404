package io.placed.cli;

import io.placed.advise.columns.SearchSettings;
import io.placed.cli.input.SearchOptions;
import io.placed.cli.store.PlacedSink;
import io.placed.cli.store.Rewriter;
import io.placed.cli.text.Progress;
import io.placed.placement.Sizes;
import io.placed.predicate.Predicate;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteEstimate;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.rewrite.RewriteResult;
import io.placed.text.Amounts;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed rewrite}. */
@Command(
    name = "rewrite",
    header = "Rewrite a table with another placement, in place or to another path.",
    description = {
      "A single file is replaced atomically. A data set gets one new snapshot; readers keep the"
          + " snapshot that they opened, and concurrent appends are kept. Owner, group and"
          + " permissions are preserved. If the command is interrupted, running it again reuses the"
          + " files that are complete.",
      "Without --placement, the other options modify the table's current placement. Profile,"
          + " compression and page rows stay as they are, too, unless they are given.",
      "Rows of a data set whose partitioning was changed go into the new partitions; without any of"
          + " these options nothing else is rewritten.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed rewrite flights.placed --placement albis",
      "  placed rewrite warehouse/flights --reorder 'sort(carrier, dep_time)' --dry-run",
      "  placed rewrite warehouse/sales --placement orc --where \"country = 'DE'\"",
      "  placed rewrite warehouse/flights --output flights.placed --placement trevni",
    })
final class RewriteCommand extends BaseCommand {
  private static final String FILE_SIZE = "1GiB";

  @Parameters(paramLabel = "PATH", description = "A Placed file or a data set.")
  private String path;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "PATH",
      description = "Path to write. Default: in place.")
  private String output;

  @Mixin private LayoutOptions layout;

  @Option(names = "--overwrite", description = "Replace an existing --output.")
  private boolean overwrite;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description = "Rewrite only the matching partitions: \"country = 'DE' and year > 2020\".")
  private String where;

  @Option(
      names = "--file-size",
      paramLabel = "SIZE",
      description =
          "Compact the files of a partition into files of at most this size. Default: "
              + FILE_SIZE
              + ".")
  private String fileSize;

  @Option(names = "--new-owner", description = "Do not preserve owner, group and permissions.")
  private boolean newOwner;

  @Option(
      names = "--dry-run",
      description =
          "Write nothing; estimate sizes, time and memory from footers and a sample of the rows.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  private SearchSettings found;

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
      double seconds,
      long sampledRows,
      long rowsMoved) {}

  /** The JSON document of a rewrite; only one of a data set in place makes a snapshot. */
  private record Report(
      String output,
      Optional<Long> snapshot,
      Optional<Integer> filesReused,
      long rows,
      long filesBefore,
      long filesAfter,
      long bytesBefore,
      long bytesAfter,
      double seconds,
      Optional<String> search) {}

  @Override
  public Integer call() throws Exception {
    argument(
        () -> {
          SearchOptions.check(layout.settings());
          return null;
        });
    found = argument(this::search);
    RewriteOptions options = argument(this::options);
    boolean inPlace =
        environment.forPath(path).stat(path).directory()
            && (output == null || Rewriter.isSame(environment, path, output));
    if (!inPlace && layout.settings().isEmpty()) {
      throw usage("missing placement: use --placement, --reorder, --row-group, … or --compression");
    }
    if (!inPlace && where != null) {
      throw usage("--where is supported only for data sets that are rewritten in place");
    }
    if (output == null && overwrite) {
      throw usage("--overwrite is supported only with --output; in place nothing else is replaced");
    }
    if (fileSize != null && !inPlace && isOneFile()) {
      throw usage("--file-size is supported only for data sets; a single file is written as one");
    }
    if (output != null && !overwrite && isOneFile()) {
      environment.requireAbsent(output);
    } else if (output != null && !overwrite) {
      environment.requireVacant(output);
    }
    if (dryRun) {
      estimate(
          argument(
              () ->
                  inPlace
                      ? Rewrite.prepare(environment, path, options).estimate()
                      : RewriteEstimate.ofCopy(environment, path, options, isOneFile())));
      return 0;
    }
    long start = System.nanoTime();
    RewriteResult result;
    try (Progress bar = Progress.start("rewriting", showsProgress())) {
      result =
          inPlace
              ? argument(() -> Rewrite.prepare(environment, path, options))
                  .run(done -> bar.set(done, ""))
              : copy(options, bar);
    }
    report(result, System.nanoTime() - start);
    return 0;
  }

  /** Resolves a search for column groups, which starts from the table's own placement. */
  private SearchSettings search() throws IOException {
    Map<String, String> settings = new LinkedHashMap<>(layout.settings());
    if (SearchSettings.ask(settings)) {
      Rewriter table = new Rewriter(environment, path, done -> {});
      settings.putIfAbsent("placement", table.kept().placement(settings).toString());
    }
    return SearchOptions.ofTable(environment, path, settings);
  }

  private RewriteOptions options() {
    return new RewriteOptions(
        found.settings(),
        where == null ? null : Predicate.parse(where),
        Sizes.parse("--file-size", fileSize == null ? FILE_SIZE : fileSize),
        layout.settings().isEmpty(),
        !newOwner);
  }

  /** Whether what is not a data set in place becomes one file. */
  private boolean isOneFile() {
    return output == null || PlacedSink.isSingleFile(output);
  }

  /** Rewrites a single file, or to another path. */
  private RewriteResult copy(RewriteOptions given, Progress bar) throws IOException {
    Rewriter rewriter = new Rewriter(environment, path, done -> bar.set(done, ""));
    WriteOptions options = WriteOptions.of(rewriter.kept().with(given.settings()));
    Rewriter.Result r =
        isOneFile()
            ? rewriter.toFile(
                output == null ? path : output,
                options,
                output == null || overwrite,
                given.keepAccess())
            : rewriter.toDataSet(output, options, given.fileBytes(), overwrite);
    return new RewriteResult(
        0, r.rows(), r.filesBefore(), r.filesAfter(), 0, r.bytesBefore(), r.bytesAfter());
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
                  e.seconds(),
                  e.sampledRows(),
                  e.rowsMoved()));
      return;
    }
    if (e.filesBefore() == 0 && layout.settings().isEmpty()) {
      nothingToDo();
      return;
    }
    out()
        .println(
            "%s: %s in %s%s, about %s (now: %s, %s)"
                .formatted(
                    path,
                    Amounts.count(e.rows(), "row"),
                    e.rowsMoved() > 0 ? "at least " : "",
                    Amounts.count(e.filesAfter(), "file"),
                    Amounts.bytes(e.bytesAfter()),
                    Amounts.count(e.filesBefore(), "file"),
                    Amounts.bytes(e.bytesBefore())));
    if (e.rowsMoved() > 0) {
      out().println("%s into other partitions".formatted(Amounts.count(e.rowsMoved(), "row")));
    }
    if (e.rowsDone() > 0) {
      out().println("%s already rewritten".formatted(Amounts.count(e.rowsDone(), "row")));
    }
    out()
        .println(
            "estimate: %s on one thread and %s of memory; from a sample of %s"
                .formatted(
                    Amounts.duration(Math.round(e.seconds() * 1e9)),
                    Amounts.bytes(e.memoryBytes()),
                    Amounts.count(e.sampledRows(), "row")));
  }

  private void nothingToDo() {
    out().println("%s: nothing to rewrite".formatted(path));
  }

  private void report(RewriteResult r, long nanos) {
    String target = output == null ? path : output;
    if (json) {
      boolean committed = r.snapshot() > 0;
      out()
          .json(
              new Report(
                  target,
                  committed ? Optional.of(r.snapshot()) : Optional.empty(),
                  committed ? Optional.of(r.filesReused()) : Optional.empty(),
                  r.rows(),
                  r.filesBefore(),
                  r.filesAfter(),
                  r.bytesBefore(),
                  r.bytesAfter(),
                  Amounts.seconds(nanos),
                  found.result().map(Object::toString)));
      return;
    }
    if (r.filesBefore() == 0 && layout.settings().isEmpty()) {
      nothingToDo();
      return;
    }
    found.result().ifPresent(f -> out().println(f.toString()));
    out()
        .println(
            "%s: %s in %s, %s (before: %s, %s) in %s%s"
                .formatted(
                    target,
                    Amounts.count(r.rows(), "row"),
                    Amounts.count(r.filesAfter(), "file"),
                    Amounts.bytes(r.bytesAfter()),
                    Amounts.count(r.filesBefore(), "file"),
                    Amounts.bytes(r.bytesBefore()),
                    Amounts.duration(nanos),
                    r.filesReused() == 0
                        ? ""
                        : ", %s reused from an interrupted rewrite"
                            .formatted(Amounts.count(r.filesReused(), "file"))));
  }
}
