package io.placed.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.placed.cli.demo.Demo;
import io.placed.cli.demo.DemoResult;
import io.placed.cli.error.CliException;
import io.placed.cli.text.Amounts;
import io.placed.cli.text.Progress;
import io.placed.cli.text.Table;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code placed demo}. */
@Command(
    name = "demo",
    header = "Compare placements with Parquet on TPC-H lineitem, in an embedded Spark.",
    description = {
      "Generates lineitem, writes it with Spark as Parquet and as Placed under three placements,"
          + " runs TPC-H Q6 and the lookup of one order on each, and checks that the answers agree"
          + " (exit code 1 if not). Bytes needed are those of the parts that a query used, bytes"
          + " read those that were fetched for them.",
    },
    footerHeading = "%nExamples:%n",
    footer = {"  placed demo", "  placed demo --scale 1 --runs 10 --json"})
final class DemoCommand extends BaseCommand {
  @Option(
      names = "--scale",
      paramLabel = "SF",
      defaultValue = "0.1",
      description =
          "TPC-H scale factor; 1 is 6 million rows. Default: ${DEFAULT-VALUE}, 600,000 rows.")
  private double scale;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "5",
      description = "Timed runs of each query, after two that are not. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Option(names = "--keep", paramLabel = "DIR", description = "Keep the tables in this directory.")
  private Path keep;

  @Option(names = "--json", description = "Print JSON, every run included.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (!(scale > 0 && scale <= 1000)) {
      throw usage("--scale must be above 0 and at most 1000, found " + scale);
    }
    if (runs < 1) {
      throw usage("--runs must be at least 1, found " + runs);
    }
    DemoResult result;
    try (Progress progress = Progress.start("demo", showsProgress())) {
      result = new Demo(scale, runs, progress).run(keep);
    }
    if (json) {
      printJson(result);
    } else {
      print(result);
    }
    if (!result.agree()) {
      throw new CliException("the answers differ between tables: " + result.answers());
    }
    return 0;
  }

  private void print(DemoResult result) {
    StringBuilder text = new StringBuilder();
    text.append(
        "TPC-H lineitem, scale %s: %s, 16 columns. Spark %s, Java %s, %s.%n"
            .formatted(
                scale,
                Amounts.count(result.rows(), "row"),
                result.sparkVersion(),
                Runtime.version().feature(),
                Amounts.count(Runtime.getRuntime().availableProcessors(), "core")));
    text.append("Times are medians of %s.%n%n".formatted(Amounts.count(runs, "run")));
    Table sizes = Table.of("table", ">size", ">written in", "placement");
    for (DemoResult.Written w : result.tables()) {
      sizes.add(w.name(), Amounts.bytes(w.bytes()), Amounts.duration(w.nanos()), w.description());
    }
    text.append(sizes).append('\n');
    Table times = Table.of("query", "table", ">time", ">bytes needed", ">bytes read");
    for (DemoResult.Measured m : result.measurements()) {
      times.add(
          m.query(),
          m.table(),
          Amounts.duration(m.median()),
          m.bytesNeeded() < 0 ? "–" : Amounts.bytes(m.bytesNeeded()),
          m.bytesRead() < 0 ? "–" : Amounts.bytes(m.bytesRead()));
    }
    text.append(times);
    if (result.agree()) {
      text.append("\nAll tables give the same answers: ").append(result.answers()).append('\n');
    }
    if (keep != null) {
      text.append("The tables are in ").append(keep).append('\n');
    }
    out().print(text);
  }

  private void printJson(DemoResult result) {
    JsonObject root = new JsonObject();
    root.addProperty("scale", scale);
    root.addProperty("rows", result.rows());
    root.addProperty("spark", result.sparkVersion());
    root.addProperty("java", Runtime.version().toString());
    root.addProperty("cores", Runtime.getRuntime().availableProcessors());
    root.addProperty("agree", result.agree());
    JsonArray tables = new JsonArray();
    for (DemoResult.Written w : result.tables()) {
      JsonObject t = new JsonObject();
      t.addProperty("name", w.name());
      t.addProperty("placement", w.description());
      t.addProperty("bytes", w.bytes());
      t.addProperty("writeSeconds", Amounts.seconds(w.nanos()));
      tables.add(t);
    }
    root.add("tables", tables);
    JsonArray queries = new JsonArray();
    for (DemoResult.Measured m : result.measurements()) {
      JsonObject q = new JsonObject();
      q.addProperty("query", m.query());
      q.addProperty("table", m.table());
      q.addProperty("medianSeconds", Amounts.seconds(m.median()));
      JsonArray all = new JsonArray();
      m.nanos().forEach(n -> all.add(Amounts.seconds(n)));
      q.add("seconds", all);
      q.addProperty("bytesNeeded", m.bytesNeeded() < 0 ? null : m.bytesNeeded());
      q.addProperty("bytesRead", m.bytesRead() < 0 ? null : m.bytesRead());
      q.addProperty("answer", m.answer());
      queries.add(q);
    }
    root.add("queries", queries);
    out().json(root);
  }
}
