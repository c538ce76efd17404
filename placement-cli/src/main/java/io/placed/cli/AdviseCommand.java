package io.placed.cli;

import io.placed.advise.Advice;
import io.placed.advise.AdvisedTable;
import io.placed.advise.Advisor;
import io.placed.advise.AdvisorProgress;
import io.placed.advise.AdvisorSettings;
import io.placed.advise.PlacedTable;
import io.placed.advise.cost.Objective;
import io.placed.advise.report.AdviceJson;
import io.placed.advise.report.AdvicePage;
import io.placed.advise.report.AdviceText;
import io.placed.advise.workload.LoadedWorkload;
import io.placed.advise.workload.TableQuantiles;
import io.placed.advise.workload.WorkloadTable;
import io.placed.advise.workload.Workloads;
import io.placed.cli.error.CliException;
import io.placed.cli.text.Durations;
import io.placed.cli.text.Progress;
import io.placed.io.CreateOptions;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.io.PositionOutput;
import io.placed.placement.Device;
import io.placed.table.DataSet;
import io.placed.table.snapshot.Snapshot;
import io.placed.text.Amounts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
          + " many runs it has paid. If no rewrite pays, it says so. Nothing is changed.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed advise warehouse/lineitem --workload queries.sql",
      "  placed advise warehouse/lineitem orders --workload history/ --horizon 90d",
      "  placed advise lineitem.placed --workload tpch.txt --device nvme --html advice.html",
      "",
      "A workload is a history of scans (spark.placed.history), a Spark event log, a file of SQL,"
          + " or a file with one query per line:",
      "  q6: read l_extendedprice, l_discount where l_shipdate [0.3 to 0.45] weight 3",
    })
final class AdviseCommand extends BaseCommand {
  @Parameters(arity = "1..*", paramLabel = "TABLE", description = "Placed files or data sets.")
  private List<String> paths;

  @Option(
      names = "--workload",
      paramLabel = "W",
      required = true,
      description = "The queries: see below.")
  private String workload;

  @Option(
      names = "--horizon",
      paramLabel = "TIME",
      description = "Time in which a rewrite has to pay: 30d (default), 12h.")
  private String horizon = "30d";

  @Option(
      names = "--period",
      paramLabel = "TIME",
      description = "Time in which the queries are asked as often as their weights: 1d (default).")
  private String period = "1d";

  @Option(
      names = "--objective",
      paramLabel = "WHAT",
      description =
          "What is to be small: time (default), bytes, or cost (requests and transfer without"
              + " decoding).")
  private String objective = "time";

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
      description = "Copies of the table, each with its own order. Default: 1.")
  private int copies = 1;

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

  /** A table with its queries. */
  private record Asked(DataSet dataSet, Snapshot snapshot, LoadedWorkload queries) {}

  @Override
  public Integer call() throws Exception {
    AdvisorSettings settings = argument(this::settings);
    if (html != null) {
      if (!html.toLowerCase(Locale.ROOT).endsWith(".html")) {
        throw usage("--html must end in .html, found " + html);
      }
      if (!overwrite) {
        environment.requireAbsent(html);
      }
    }
    List<Asked> tables = argument(this::tables);
    List<Advice> advices = new ArrayList<>();
    for (Asked t : tables) {
      advices.add(argument(() -> advise(t, settings)));
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

  private AdvisorSettings settings() {
    Duration in = Durations.parse(horizon);
    Duration once = Durations.parse(period);
    if (once.isZero()) {
      throw new IllegalArgumentException("--period must be more than 0");
    }
    AdvisorSettings settings =
        AdvisorSettings.defaults()
            .withHorizon((double) in.toMillis() / once.toMillis())
            .withObjective(objective(objective))
            .withCopies(copies);
    if (device != null) {
      settings = settings.withDevice(Device.parse(device));
    }
    return budget == null ? settings : settings.withBudget(Durations.parse(budget));
  }

  private static Objective objective(String text) {
    for (Objective o : Objective.values()) {
      if (o.name().equalsIgnoreCase(text)) {
        return o;
      }
    }
    throw new IllegalArgumentException(
        "--objective must be time, bytes or cost, found '" + text + "'");
  }

  private List<Asked> tables() throws IOException {
    List<DataSet> dataSets = new ArrayList<>();
    List<Snapshot> snapshots = new ArrayList<>();
    List<WorkloadTable> wanted = new ArrayList<>();
    for (String path : paths) {
      DataSet dataSet = DataSet.at(environment, path);
      if (!dataSet.exists()) {
        throw new CliException(path + ": no such file or directory");
      }
      Snapshot snapshot = dataSet.current();
      dataSets.add(dataSet);
      snapshots.add(snapshot);
      wanted.add(
          new WorkloadTable(
              nameOf(path),
              dataSet.path(),
              "placed",
              snapshot.schema(),
              new TableQuantiles(dataSet, snapshot)));
    }
    List<LoadedWorkload> loaded = Workloads.load(environment, workload, wanted);
    List<Asked> out = new ArrayList<>();
    for (int i = 0; i < dataSets.size(); i++) {
      out.add(new Asked(dataSets.get(i), snapshots.get(i), loaded.get(i)));
    }
    return out;
  }

  /** The name that statements use for a table: that of its directory or file. */
  private static String nameOf(String path) {
    String name = PathNames.name(path);
    return name.endsWith(".placed") ? name.substring(0, name.length() - ".placed".length()) : name;
  }

  private Advice advise(Asked asked, AdvisorSettings settings) throws IOException {
    try (AdvisedTable table = PlacedTable.open(asked.dataSet(), asked.snapshot());
        Progress bar = Progress.start(table.name(), showsProgress())) {
      AdvisorProgress progress =
          (stage, done, all) -> bar.set(all == 0 ? 0 : (double) done / all, stage.text());
      return Advisor.of(table, asked.queries().workload(), settings.withProgress(progress))
          .advise();
    }
  }

  private void write(String page) throws IOException {
    FileStore target = environment.forPath(html);
    byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
    PositionOutput file =
        target.create(html, CreateOptions.NEW.withAtomic(true).withOverwrite(overwrite));
    try {
      file.write(bytes);
    } catch (IOException e) {
      file.abort();
      throw e;
    }
    file.close();
    if (!json) {
      out().println(html + ": " + Amounts.bytes(bytes.length));
    }
  }
}
