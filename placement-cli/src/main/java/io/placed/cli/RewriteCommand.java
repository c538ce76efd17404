package io.placed.cli;

import com.google.gson.JsonObject;
import io.placed.advise.SearchSettings;
import io.placed.cli.store.PlacedSink;
import io.placed.cli.store.Rewriter;
import io.placed.cli.text.Amounts;
import io.placed.cli.text.Progress;
import io.placed.placement.Sizes;
import io.placed.predicate.Predicate;
import io.placed.table.rewrite.Rewrite;
import io.placed.table.rewrite.RewriteEstimate;
import io.placed.table.rewrite.RewriteOptions;
import io.placed.table.rewrite.RewriteResult;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed rewrite}. */
@Command(
    name = "rewrite",
    header = "Lay a table out in another way, in place or elsewhere.",
    description = {
      "A file is replaced when the new one is complete. A data set gets one new snapshot; readers"
          + " keep the snapshot that they opened, and what others append meanwhile stays. Owner,"
          + " group and permissions stay as they were. If it is stopped, the same command goes on"
          + " with the files that are complete.",
      "Without --placement the table's own is the start, and the other options change it.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed rewrite flights.placed --placement albis",
      "  placed rewrite warehouse/flights --reorder 'sort(carrier, dep_time)' --dry-run",
      "  placed rewrite warehouse/sales --placement orc --where \"country = 'DE'\"",
      "  placed rewrite warehouse/flights --output flights.placed --placement trevni",
    })
final class RewriteCommand extends BaseCommand {
  @Parameters(paramLabel = "PATH", description = "A Placed file or a data set.")
  private String path;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "PATH",
      description = "Where to write to. Default: in place.")
  private String output;

  @Mixin private LayoutOptions layout;

  @Option(names = "--overwrite", description = "Replace what is at --output.")
  private boolean overwrite;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description =
          "Only the partitions for which this is true: \"country = 'DE' and year > 2020\".")
  private String where;

  @Option(
      names = "--file-size",
      paramLabel = "SIZE",
      defaultValue = "1GiB",
      description =
          "Files of a partition become one as long as they have no more bytes than this. Default:"
              + " ${DEFAULT-VALUE}.")
  private String fileSize;

  @Option(
      names = "--new-owner",
      description = "New files belong to who runs this, with the permissions that new files get.")
  private boolean newOwner;

  @Option(
      names = "--dry-run",
      description =
          "Change nothing; say what it would take, from footers and from rows that are encoded for"
              + " a try.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print what was done as JSON.")
  private boolean json;

  private SearchSettings found;

  @Override
  public Integer call() throws Exception {
    if (layout.settings().isEmpty()) {
      throw usage("say how: --placement, --reorder, --row-group, … or --compression");
    }
    argument(
        () -> {
          SearchOptions.check(layout.settings());
          return null;
        });
    found = argument(this::search);
    RewriteOptions options = argument(this::options);
    boolean inPlace = output == null && environment.forPath(path).stat(path).directory();
    if (!inPlace && where != null) {
      throw usage("--where is for data sets that are rewritten in place");
    }
    if (output != null && !overwrite) {
      environment.requireAbsent(output);
    }
    if (dryRun) {
      estimate(options);
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

  /** What is left to be found starts from the table's own placement. */
  private SearchSettings search() throws IOException {
    Map<String, String> settings = new LinkedHashMap<>(layout.settings());
    if (SearchSettings.ask(settings)) {
      Rewriter table = new Rewriter(environment, path, done -> {});
      settings.putIfAbsent("placement", table.placement().toString());
    }
    return SearchOptions.ofTable(environment, path, settings);
  }

  private RewriteOptions options() {
    return new RewriteOptions(
        found.settings(),
        where == null ? null : Predicate.parse(where),
        Sizes.parse("--file-size", fileSize),
        !newOwner);
  }

  /** A single file, or another place. */
  private RewriteResult copy(RewriteOptions given, Progress bar) throws IOException {
    Rewriter rewriter = new Rewriter(environment, path, done -> bar.set(done, ""));
    Map<String, String> settings = new LinkedHashMap<>(given.settings());
    settings.putIfAbsent("placement", rewriter.placement().toString());
    WriteOptions options = WriteOptions.of(settings);
    Rewriter.Result r =
        output == null || PlacedSink.isSingleFile(output)
            ? rewriter.toFile(
                output == null ? path : output,
                options,
                output == null || overwrite,
                given.keepAccess())
            : rewriter.toDataSet(output, options);
    return new RewriteResult(
        0, r.rows(), r.filesBefore(), r.filesAfter(), 0, r.bytesBefore(), r.bytesAfter());
  }

  private void estimate(RewriteOptions options) throws Exception {
    RewriteEstimate e = argument(() -> RewriteEstimate.of(environment, path, options));
    if (json) {
      JsonObject o = new JsonObject();
      o.addProperty("path", path);
      o.addProperty("dryRun", true);
      o.addProperty("rows", e.rows());
      o.addProperty("rowsDone", e.rowsDone());
      o.addProperty("filesBefore", e.filesBefore());
      o.addProperty("filesAfter", e.filesAfter());
      o.addProperty("bytesBefore", e.bytesBefore());
      o.addProperty("bytesAfter", e.bytesAfter());
      o.addProperty("memoryBytes", e.memoryBytes());
      o.addProperty("seconds", e.seconds());
      o.addProperty("sampledRows", e.sampledRows());
      out().json(o);
      return;
    }
    out()
        .println(
            "%s: would be %s in %s, about %s (now: %s, %s)"
                .formatted(
                    path,
                    Amounts.count(e.rows(), "row"),
                    Amounts.count(e.filesAfter(), "file"),
                    Amounts.bytes(e.bytesAfter()),
                    Amounts.count(e.filesBefore(), "file"),
                    Amounts.bytes(e.bytesBefore())));
    if (e.rowsDone() > 0) {
      out().println("%s are rewritten already".formatted(Amounts.count(e.rowsDone(), "row")));
    }
    out()
        .println(
            "about %s on one thread and %s of memory; tried with %s"
                .formatted(
                    Amounts.duration(Math.round(e.seconds() * 1e9)),
                    Amounts.bytes(e.memoryBytes()),
                    Amounts.count(e.sampledRows(), "row")));
  }

  private void report(RewriteResult r, long nanos) {
    String target = output == null ? path : output;
    if (json) {
      JsonObject result = new JsonObject();
      result.addProperty("output", target);
      if (r.snapshot() > 0) {
        result.addProperty("snapshot", r.snapshot());
        result.addProperty("filesReused", r.filesReused());
      }
      result.addProperty("rows", r.rows());
      result.addProperty("filesBefore", r.filesBefore());
      result.addProperty("filesAfter", r.filesAfter());
      result.addProperty("bytesBefore", r.bytesBefore());
      result.addProperty("bytesAfter", r.bytesAfter());
      result.addProperty("seconds", Amounts.seconds(nanos));
      found.result().ifPresent(f -> result.addProperty("search", f.toString()));
      out().json(result);
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
                        : ", %s of an earlier try"
                            .formatted(Amounts.count(r.filesReused(), "file"))));
  }
}
