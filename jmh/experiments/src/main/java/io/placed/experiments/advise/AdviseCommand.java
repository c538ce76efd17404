package io.placed.experiments.advise;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.placed.advise.AdvisorSettings;
import io.placed.advise.cost.Objective;
import io.placed.benchmarks.BenchmarksCommand;
import io.placed.benchmarks.report.Progress;
import io.placed.datasets.TableSpec;
import io.placed.io.LocalFileStore;
import io.placed.placement.Device;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The laboratory of the adviser. */
@Command(
    name = "advise",
    mixinStandardHelpOptions = true,
    header = "Whether the adviser is right: predicted against counted on written placements.",
    description = {
      "Writes placements of tables, runs random workloads on each through the reader, and compares",
      "bytes and times with what the adviser predicted. Workloads have templates that the adviser",
      "did not see. The advised placements are compared with the best written ones, and with what",
      "people choose by hand. Uniform tables, on which nothing pays, are advised on, too."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed bench run advise",
      "  placed bench run advise --tables lineitem,store_sales,flights.csv.gz --out lab"
    })
public final class AdviseCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--tables",
      split = ",",
      paramLabel = "TABLE",
      description =
          "Of TPC-H or TPC-DS, or CSV files. Default: lineitem,store_sales. The first rows are"
              + " used.")
  private List<String> tables = List.of("lineitem", "store_sales");

  @Option(names = "--scale", paramLabel = "S", description = "Of generated tables. Default: 0.1.")
  private double scale = 0.1;

  @Option(names = "--rows", paramLabel = "N", description = "Of a table, at most. Default: 300000.")
  private int rows = 300_000;

  @Option(
      names = "--page-rows",
      paramLabel = "N",
      description =
          "Rows of a page. The default, 1024, gives as many pages as the default of tables gives"
              + " 5 million rows.")
  private int pageRows = 1024;

  @Option(
      names = "--placements",
      paramLabel = "N",
      description = "Of a table, at least. Default: 70.")
  private int placements = 70;

  @Option(
      names = "--workloads",
      paramLabel = "N",
      description = "Of a table, each with 9 templates, of which 3 are held out. Default: 8.")
  private int workloads = 8;

  @Option(
      names = "--uniform",
      paramLabel = "N",
      description = "Cases with uniform tables. Default: 40.")
  private int uniform = 40;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Of each query, in each of four passes over all queries; the fastest counts. Default: 5.")
  private int runs = 5;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "That the adviser predicts times for. The default is the page cache, whose reads take"
              + " processor time, which is measured; requests are merged as on local disks. Default:"
              + " ${DEFAULT-VALUE}.")
  private String device = "seek=300ns; bandwidth=200GiB/s";

  @Option(names = "--seed", paramLabel = "N", description = "Of everything random. Default: 1.")
  private long seed = 1;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "For advise.json (the numbers), advise.jsonl (each query) and advise.svg (the scatter"
              + " plot). Default: jmh/target/bench.")
  private Path out;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Where placements are written, and deleted again. Default: ~/.cache/placed/bench.")
  private Path data;

  @Option(names = "--json", description = "Print JSON rather than Markdown.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (rows < 1000 || pageRows < 1 || placements < 1 || workloads < 1 || uniform < 1 || runs < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--rows is at least 1000, and --page-rows, --placements, --workloads, --uniform and"
              + " --runs at least 1");
    }
    AdvisorSettings settings;
    try {
      settings =
          AdvisorSettings.defaults()
              .withObjective(Objective.BYTES)
              .withHorizon(1e6)
              .withDevice(Device.parse(device));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--device: " + e.getMessage());
    }
    Path parent = data == null ? BenchmarksCommand.defaultData() : data.toAbsolutePath();
    Path results = out == null ? BenchmarksCommand.defaultOut() : out;
    Path directory = LabRun.emptied(parent);
    List<LabRun.Found> found = new ArrayList<>();
    double unchanged;
    try (Progress bar = BenchmarksCommand.progress("advise")) {
      for (int t = 0; t < tables.size(); t++) {
        int number = t;
        bar.set((double) t / (tables.size() + 1), tables.get(t));
        LabTable table = LabTable.load(TableSpec.parse(tables.get(t), scale), rows, pageRows);
        LabRun run =
            new LabRun(
                table,
                settings,
                directory,
                seed + t,
                runs,
                (f, what) -> bar.set((number + f) / (tables.size() + 1), what));
        found.add(run.run(workloads, placements));
      }
      unchanged =
          UniformTables.unchanged(
              uniform,
              pageRows,
              settings,
              directory,
              seed,
              (f, what) -> bar.set((tables.size() + f) / (tables.size() + 1), what));
    } finally {
      new LocalFileStore().delete(directory.toString(), true);
    }
    print(new LabSummary(found, unchanged, uniform), results);
    return 0;
  }

  private void print(LabSummary summary, Path results) throws IOException {
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put(
        "command",
        "placed bench " + String.join(" ", spec.commandLine().getParseResult().originalArgs()));
    numbers.putAll(summary.json());
    String text = new GsonBuilder().setPrettyPrinting().create().toJson(numbers) + "\n";
    Files.createDirectories(results);
    Files.writeString(results.resolve("advise.json"), text);
    Files.writeString(results.resolve("advise.svg"), ScatterSvg.svg(summary.measured()) + "\n");
    Gson line = new Gson();
    Files.write(
        results.resolve("advise.jsonl"), summary.measured().stream().map(line::toJson).toList());
    PrintWriter to = spec.commandLine().getOut();
    to.print(json ? text : summary.markdown());
    to.flush();
  }
}
