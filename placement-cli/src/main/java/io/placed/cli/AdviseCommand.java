package io.placed.cli;

import io.placed.advise.Advice;
import io.placed.advise.AdvisorArguments;
import io.placed.advise.AdvisorProgress;
import io.placed.advise.AdvisorSettings;
import io.placed.advise.JoinedTables;
import io.placed.advise.QueriedTable;
import io.placed.advise.check.CheckResult;
import io.placed.advise.report.AdviceJson;
import io.placed.advise.report.AdvicePage;
import io.placed.advise.report.AdviceText;
import io.placed.advise.report.CheckJson;
import io.placed.advise.report.CheckPage;
import io.placed.advise.report.CheckText;
import io.placed.cli.text.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed advise}. */
@Command(
    name = "advise",
    header = "Recommend a placement for a workload, and say what it gains.",
    description = {
      "Reads a sample and the columns that the queries use, compares placements, and prints what"
          + " each query reads and costs before and after, the cost of the rewrite, and after how"
          + " many runs it has paid. If no rewrite pays, it says so. Nothing is rewritten.",
      "With --check: compares what the latest advice that was followed has predicted with what the"
          + " scans of a history counted since, and keeps the errors for the bars of later advice.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed advise warehouse/lineitem --workload queries.sql",
      "  placed advise warehouse/lineitem orders --workload history/ --horizon 90d",
      "  placed advise lineitem.placed --workload tpch.txt --device nvme --html advice.html",
      "  placed advise lake/events.parquet iceberg/db/orders --workload queries.sql",
      "  placed advise --check warehouse/lineitem --workload history/",
      "",
      "A workload is a history of scans (spark.placed.history), a Spark event log, a file of SQL,"
          + " or a file with one query per line:",
      "  q6: read l_extendedprice, l_discount where l_shipdate [0.3 to 0.45] weight 3",
    })
final class AdviseCommand extends BaseCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "TABLE",
      description =
          "Placed, Parquet and ORC files, directories of them or lists of their paths; Iceberg and"
              + " Delta tables.")
  private List<String> paths;

  @Option(
      names = "--workload",
      paramLabel = "W",
      required = true,
      description = "The queries: see below.")
  private String workload;

  @Option(
      names = "--check",
      description =
          "Compare an earlier advice with what scans counted since; the workload is a history.")
  private boolean check;

  @Option(
      names = "--no-remember",
      description =
          "Do not keep the predictions in the table's directory, where --check looks for them.")
  private boolean forget;

  @Option(
      names = "--horizon",
      paramLabel = "TIME",
      description = "Time in which a rewrite has to pay: 30d (default), 12h.")
  private String horizon;

  @Option(
      names = "--period",
      paramLabel = "TIME",
      description = "Time in which the queries are asked as often as their weights: 1d (default).")
  private String period;

  @Option(
      names = "--objective",
      paramLabel = "WHAT",
      description =
          "What is to be small: time (default), bytes, or cost (requests and transfer without"
              + " decoding).")
  private String objective;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "Cost of reads: hdd, nvme, object-store, or 'seek=10ms; bandwidth=100MiB/s'. Default: as"
              + " measured for the path ('placed device measure'), else the usual values of its"
              + " file system.")
  private String device;

  @Option(
      names = "--copies",
      paramLabel = "N",
      description =
          "The table and N - 1 narrow copies with orders of their own, as far as they pay. Default:"
              + " 1, no copies.")
  private String copies;

  @Option(
      names = "--buckets",
      paramLabel = "N",
      description =
          "Number of buckets, where keys of joins and groups divide a table. Default: by the size"
              + " of the largest TABLE that is joined.")
  private String buckets;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "Time after which the search ends with what it has found: 2m.")
  private String budget;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(names = "--html", paramLabel = "FILE", description = "Also write an HTML page.")
  private String html;

  @Option(names = "--overwrite", description = "Replace an existing page.")
  private boolean overwrite;

  @Override
  public Integer call() throws Exception {
    if (check) {
      requireNoSettings();
    }
    AdvisorSettings settings = argument(this::settings);
    if (html != null) {
      if (!html.toLowerCase(Locale.ROOT).endsWith(".html")) {
        throw usage("--html must end in .html, found " + html);
      }
      if (!overwrite) {
        environment.requireAbsent(html);
      }
    }
    return check ? checks() : advices(settings);
  }

  private int checks() throws Exception {
    List<CheckResult> checks = new ArrayList<>();
    for (String path : paths) {
      checks.add(argument(() -> QueriedTable.check(environment, workload, path)));
    }
    if (html != null) {
      write(CheckPage.of(checks));
    }
    if (json) {
      out().json(checks.stream().map(CheckJson::of).toList());
    }
    for (int i = 0; i < checks.size() && !json; i++) {
      out().print((i == 0 ? "" : "\n") + CheckText.of(checks.get(i)));
    }
    return 0;
  }

  private int advices(AdvisorSettings settings) throws Exception {
    List<QueriedTable> tables = argument(this::tables);
    List<Advice> advices = argument(() -> JoinedTables.advise(tables, settings, this::advise));
    for (int i = 0; i < tables.size() && !forget; i++) {
      advices.set(i, tables.get(i).remember(advices.get(i)));
    }
    if (html != null) {
      write(AdvicePage.of(advices));
    }
    List<AdviceJson> documents = new ArrayList<>();
    for (int i = 0; i < advices.size(); i++) {
      List<String> source = tables.get(i).queries().report().lines();
      if (json) {
        documents.add(AdviceJson.of(advices.get(i), source));
      } else {
        out().print((i == 0 ? "" : "\n") + AdviceText.of(advices.get(i), source));
      }
    }
    if (json) {
      out().json(documents);
    }
    return 0;
  }

  /** A check compares what was predicted then. */
  private void requireNoSettings() {
    for (Map.Entry<String, String> e : given().entrySet()) {
      if (e.getValue() != null) {
        throw usage("--check cannot be combined with --" + e.getKey());
      }
    }
    if (forget) {
      throw usage("--check cannot be combined with --no-remember");
    }
  }

  private AdvisorSettings settings() {
    return AdvisorArguments.parse(given()::get);
  }

  private Map<String, String> given() {
    Map<String, String> given = new HashMap<>();
    given.put(AdvisorArguments.HORIZON, horizon);
    given.put(AdvisorArguments.PERIOD, period);
    given.put(AdvisorArguments.OBJECTIVE, objective);
    given.put(AdvisorArguments.DEVICE, device);
    given.put(AdvisorArguments.COPIES, copies);
    given.put(AdvisorArguments.BUCKETS, buckets);
    given.put(AdvisorArguments.BUDGET, budget);
    return given;
  }

  private List<QueriedTable> tables() throws IOException {
    List<QueriedTable.Named> named = paths.stream().map(QueriedTable.Named::at).toList();
    return QueriedTable.load(environment, workload, named);
  }

  private Advice advise(QueriedTable asked, AdvisorSettings settings) throws IOException {
    try (Progress bar = Progress.start(asked.source().path(), showsProgress())) {
      AdvisorProgress progress =
          (stage, done, all) -> bar.set(all == 0 ? 0 : (double) done / all, stage.text());
      return asked.advise(settings.withProgress(progress));
    }
  }

  private void write(String page) throws IOException {
    String written = new PageFile(environment, html, overwrite).write(page);
    if (!json) {
      out().println(written);
    }
  }
}
