package io.placed.cli;

import com.google.gson.JsonObject;
import io.placed.advise.SearchSettings;
import io.placed.cli.store.PlacedSink;
import io.placed.cli.store.Rewriter;
import io.placed.cli.text.Amounts;
import io.placed.cli.text.Progress;
import io.placed.write.WriteOptions;
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
      "A file is replaced when the new one is complete. A data set gets a new snapshot, in which the"
          + " files of each partition have become one; readers keep the snapshot that they opened."
          + " Without --placement the table's own is the start, and the other options change it.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed rewrite flights.placed --placement albis",
      "  placed rewrite warehouse/flights --reorder 'sort(carrier, dep_time)'",
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
    if (output != null && !overwrite) {
      environment.requireAbsent(output);
    }
    long start = System.nanoTime();
    Rewriter.Result result;
    try (Progress bar = Progress.start("rewriting", showsProgress())) {
      Rewriter rewriter = new Rewriter(environment, path, done -> bar.set(done, ""));
      result = run(rewriter);
    }
    report(result, System.nanoTime() - start);
    return 0;
  }

  private Rewriter.Result run(Rewriter rewriter) throws Exception {
    Map<String, String> settings = new LinkedHashMap<>(layout.settings());
    settings.putIfAbsent("placement", rewriter.placement().toString());
    found = argument(() -> SearchOptions.ofTable(environment, path, settings));
    WriteOptions options = WriteOptions.of(found.settings());
    String target = output == null ? path : output;
    boolean toFile =
        output == null
            ? !environment.forPath(path).stat(path).directory()
            : PlacedSink.isSingleFile(output);
    return toFile
        ? rewriter.toFile(target, options, output == null || overwrite)
        : rewriter.toDataSet(target, options);
  }

  private void report(Rewriter.Result r, long nanos) {
    String target = output == null ? path : output;
    if (json) {
      JsonObject result = new JsonObject();
      result.addProperty("output", target);
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
            "%s: %s in %s, %s (before: %s, %s) in %s"
                .formatted(
                    target,
                    Amounts.count(r.rows(), "row"),
                    Amounts.count(r.filesAfter(), "file"),
                    Amounts.bytes(r.bytesAfter()),
                    Amounts.count(r.filesBefore(), "file"),
                    Amounts.bytes(r.bytesBefore()),
                    Amounts.duration(nanos)));
  }
}
