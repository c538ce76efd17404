package io.placed.cli;

import io.placed.cli.demo.Demo;
import io.placed.cli.demo.DemoResult;
import io.placed.cli.error.CliException;
import io.placed.cli.text.Progress;
import io.placed.text.Amounts;
import io.placed.text.Table;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code placed demo}. */
@Command(
    name = "demo",
    header = "Compare placements with Parquet on TPC-H lineitem, in an embedded Spark.",
    description = {
      "Generates lineitem, writes it with Spark as Parquet and as Placed under three placements,"
          + " runs TPC-H Q6 and a lookup of one order on each, and compares the results (exit code"
          + " 1 if they differ). 'Bytes needed' are the bytes of the pages that a query used,"
          + " 'bytes read' the bytes fetched for them.",
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
      description = "Timed runs of each query, after two warm-up runs. Default: ${DEFAULT-VALUE}.")
  private int runs;

  @Option(names = "--keep", paramLabel = "DIR", description = "Keep the tables in this directory.")
  private Path keep;

  @Option(names = "--json", description = "Print JSON, with the time of every run.")
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
      throw new CliException("the results differ between the tables: " + result.answers());
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
    Table sizes = Table.of("table", ">size", ">write time", "placement");
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
      text.append("\nAll tables return the same results: ").append(result.answers()).append('\n');
    }
    if (keep != null) {
      text.append("The tables are in ").append(keep).append('\n');
    }
    out().print(text);
  }

  private void printJson(DemoResult result) {
    out()
        .json(
            new Document(
                scale,
                result.rows(),
                result.sparkVersion(),
                Runtime.version().toString(),
                Runtime.getRuntime().availableProcessors(),
                result.agree(),
                result.tables().stream()
                    .map(
                        w ->
                            new TableJson(
                                w.name(), w.description(), w.bytes(), Amounts.seconds(w.nanos())))
                    .toList(),
                result.measurements().stream().map(QueryJson::of).toList()));
  }

  private record Document(
      double scale,
      long rows,
      String spark,
      String java,
      int cores,
      boolean agree,
      List<TableJson> tables,
      List<QueryJson> queries) {}

  private record TableJson(String name, String placement, long bytes, double writeSeconds) {}

  /** The runs of a query on a table; bytes are null where nothing counts them. */
  private record QueryJson(
      String query,
      String table,
      double medianSeconds,
      List<Double> seconds,
      Long bytesNeeded,
      Long bytesRead,
      String answer) {
    static QueryJson of(DemoResult.Measured m) {
      return new QueryJson(
          m.query(),
          m.table(),
          Amounts.seconds(m.median()),
          m.nanos().stream().map(Amounts::seconds).toList(),
          m.bytesNeeded() < 0 ? null : m.bytesNeeded(),
          m.bytesRead() < 0 ? null : m.bytesRead(),
          m.answer());
    }
  }
}
