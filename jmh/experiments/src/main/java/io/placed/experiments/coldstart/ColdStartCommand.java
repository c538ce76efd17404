package io.placed.experiments.coldstart;

import com.google.gson.GsonBuilder;
import io.placed.benchmarks.macro.TableFiles;
import io.placed.benchmarks.report.Progress;
import io.placed.experiments.BenchTables;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures fresh processes, formats in turn. */
@Command(
    name = "ColdStart",
    mixinStandardHelpOptions = true,
    header = "Fresh processes, run by run: Java, Spark, and the command line.",
    description = {
      "The formats take turns. Results are compared with each other. With --profile one more",
      "process of each is recorded by Flight Recorder, which says where the time of its runs went."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  bench ColdStart --workloads spark-sums --runs 60 --profile",
      "  bench ColdStart --java-option=-Dplaced.vector-api=false"
    })
public final class ColdStartCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Mixin BenchTables tables;

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "NAME",
      description = "java-sums, spark-sums, tpch, command-line. Default: all.")
  List<String> workloads = List.of("java-sums", "spark-sums", "tpch", "command-line");

  @Option(
      names = "--formats",
      split = ",",
      paramLabel = "FORMAT",
      description = "parquet (zstd), placed. Default: both.")
  List<String> formats = ColdProcess.FORMATS;

  @Option(names = "--forks", paramLabel = "N", description = "Processes of each. Default: 5.")
  int forks = 5;

  @Option(names = "--runs", paramLabel = "N", description = "Of the sums. Default: 25.")
  int runs = 25;

  @Option(
      names = "--java-option",
      paramLabel = "OPTION",
      description = "For the processes that are measured; may be repeated.")
  List<String> javaOptions = List.of();

  @Option(names = "--profile", description = "Say where the time went.")
  boolean profile;

  @Option(names = "--json", description = "Print JSON rather than Markdown.")
  boolean json;

  /** Whether bin/placed has built the command line, which it does when it is called first. */
  private boolean built;

  @Override
  public Integer call() throws Exception {
    List<Workload> chosen = new ArrayList<>();
    try {
      workloads.forEach(w -> chosen.add(Workload.parse(w)));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    for (String f : formats) {
      if (!ColdProcess.FORMATS.contains(f)) {
        throw new ParameterException(
            spec.commandLine(), "format '" + f + "' is not one of parquet, placed");
      }
    }
    if (chosen.contains(Workload.COMMAND_LINE) && !formats.contains("placed")) {
      throw new ParameterException(
          spec.commandLine(),
          "the workload command-line reads placed files only: leave it out of --workloads, or add"
              + " placed to --formats");
    }
    if (forks < 1 || runs < 1) {
      throw new ParameterException(spec.commandLine(), "--forks and --runs are at least 1");
    }
    List<ColdReport> reports = new ArrayList<>();
    try (Progress progress =
        Progress.start("cold start", Boolean.getBoolean("io.placed.cli.progress"))) {
      prepare(chosen);
      int done = 0;
      for (Workload w : chosen) {
        ColdReport report = new ColdReport(w, formats, runs);
        for (int f = 0; f < forks; f++) {
          for (String format : formats) {
            progress.set((double) done++ / chosen.size() / forks / formats.size(), w.text());
            report.add(format, w == Workload.COMMAND_LINE ? commands(format) : fork(w, format));
          }
        }
        if (profile && w != Workload.COMMAND_LINE) {
          for (String format : formats) {
            report.profile(format, recorded(w, format));
          }
        }
        reports.add(report);
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          new GsonBuilder()
              .setPrettyPrinting()
              .create()
              .toJson(reports.stream().map(ColdReport::asMap).toList()));
    } else {
      reports.forEach(r -> r.print(out));
    }
    return 0;
  }

  /** Writes the tables that are missing. */
  private void prepare(List<Workload> chosen) throws IOException {
    SparkSession spark = null;
    for (Workload w : chosen) {
      for (String table : w.tables()) {
        TableFiles files = tables.files(table);
        files.prepare(w.ownFormats(), (what, fraction) -> {});
        if (w.usesSpark()) {
          spark = spark == null ? ColdProcess.spark(2) : spark;
          for (String format : formats) {
            ColdProcess.open(spark, files, format);
          }
        }
      }
    }
    if (spark != null) {
      spark.stop();
    }
  }

  private List<TimedRun> fork(Workload w, String format) throws IOException {
    return FreshProcess.run(order(w, format), javaOptions);
  }

  private ColdProcess.Order order(Workload w, String format) {
    return new ColdProcess.Order(w, format, runs, tables.data.toString(), tables.scale);
  }

  private Map<String, Map<String, Double>> recorded(Workload w, String format) throws IOException {
    Path recording = Files.createTempFile("placed-cold", ".jfr");
    Path settings = Files.createTempFile("placed-cold", ".jfc");
    try {
      List<String> options = new ArrayList<>(javaOptions);
      options.add("-XX:StartFlightRecording=settings=" + settings + ",filename=" + recording);
      Files.writeString(settings, TimeUse.SETTINGS);
      options.add("-XX:+UnlockDiagnosticVMOptions");
      options.add("-XX:+DebugNonSafepoints");
      List<TimedRun> timed = FreshProcess.run(order(w, format), options);
      TimeUse use = new TimeUse(recording);
      Map<String, Map<String, Double>> out = new LinkedHashMap<>();
      for (ColdReport.Part part : ColdReport.parts(w, timed.size())) {
        List<TimedRun> some = part.of(timed);
        out.put(part.name(), use.between(some.get(0).begin(), some.get(some.size() - 1).end()));
      }
      return out;
    } finally {
      Files.delete(recording);
      Files.delete(settings);
    }
  }

  /** The command line reads placed files only. */
  private List<TimedRun> commands(String format) throws IOException {
    if (!format.equals("placed")) {
      return List.of();
    }
    TableFiles files = tables.files("nation");
    String file = files.file(ColdProcess.ownFormat("placed")).toString();
    String program = Path.of(System.getProperty("io.placed.bench.home"), "bin/placed").toString();
    List<TimedRun> out = new ArrayList<>();
    if (!built) {
      FreshProcess.execute(List.of(program, "--version"));
      built = true;
    }
    for (String command : List.of("head", "inspect")) {
      double millis = FreshProcess.execute(List.of(program, command, file));
      out.add(new TimedRun(command, 0, Math.round(millis * 1000), ""));
    }
    return out;
  }
}
