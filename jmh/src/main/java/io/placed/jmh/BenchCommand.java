package io.placed.jmh;

import io.placed.cli.text.Progress;
import io.placed.jmh.engine.Engine;
import io.placed.jmh.engine.Engines;
import io.placed.jmh.macro.ProjectOneColumn;
import io.placed.jmh.macro.StoreSalesScan;
import io.placed.jmh.macro.TableFiles;
import io.placed.jmh.report.JmhRun;
import io.placed.jmh.report.Measurement;
import io.placed.jmh.report.Report;
import io.placed.jmh.report.RunOptions;
import io.placed.jmh.table.TableSpec;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures Placed and other formats on the same data in one run. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    header = "Measures Placed and other formats on the same data in one run.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  bench StoreSalesScan",
      "  bench StoreSalesScan --engines 'plain,placed' --forks 2 --loops simple",
      "  bench ProjectOneColumn --table lineitem --scale 0.1",
      "",
      "Tables and files are kept in --data. docs/performance.md says what is measured and how."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed, for instance because sums differ", "2:wrong usage"})
public final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "BENCHMARK", description = "StoreSalesScan or ProjectOneColumn.")
  private String benchmark;

  @Option(
      names = "--smoke",
      description = "Whether everything works: tiny data, one fork, one iteration.")
  private boolean smoke;

  @Option(names = "--table", paramLabel = "TABLE", description = "Default: store_sales.")
  private String table;

  @Option(names = "--scale", paramLabel = "S", description = "Scale factor. Default: 1.")
  private Double scale;

  @Option(
      names = "--engines",
      split = ",",
      paramLabel = "TEXT",
      description = "Only engines whose name contains one of these. Default: all.")
  private List<String> engines = List.of();

  @Option(
      names = "--loops",
      split = ",",
      paramLabel = "LOOP",
      description = "How values are summed: simple, wide. Default: both.")
  private List<String> loops = List.of("simple", "wide");

  @Option(names = "--forks", paramLabel = "N", description = "JVMs per engine. Default: 5.")
  private Integer forks;

  @Option(names = "--iterations", paramLabel = "N", description = "Per fork. Default: 3.")
  private Integer iterations;

  @Option(names = "--seconds", paramLabel = "S", description = "Per iteration. Default: 1.")
  private Double seconds;

  @Option(names = "--heap", paramLabel = "SIZE", description = "Of each fork. Default: 4g.")
  private String heap = "4g";

  @Option(
      names = "--no-vector-api",
      description = "Run the forks without the module jdk.incubator.vector.")
  private boolean noVectorApi;

  @Option(names = "--both", description = "Run everything with and without that module.")
  private boolean both;

  @Option(
      names = "--prof",
      split = ",",
      paramLabel = "NAME",
      description = "Profilers of JMH, such as gc.")
  private List<String> profilers = List.of();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where tables are kept. Default: ~/.cache/placed/bench.")
  private Path data;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go. Default: jmh/target/bench.")
  private Path out;

  @Option(names = "--json", description = "Print JSON rather than Markdown.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    Map<String, Class<?>> all = new LinkedHashMap<>();
    Stream.of(StoreSalesScan.class, ProjectOneColumn.class)
        .forEach(c -> all.put(c.getSimpleName(), c));
    Class<?> chosen = all.get(benchmark);
    if (chosen == null) {
      throw usage("no benchmark '" + benchmark + "'; there are " + String.join(", ", all.keySet()));
    }
    scan(chosen);
    return 0;
  }

  private void scan(Class<?> chosen) throws Exception {
    TableSpec table =
        TableSpec.parse(
            this.table != null ? this.table : "store_sales",
            scale != null ? scale : smoke ? 0.01 : 1);
    Path data = (this.data != null ? this.data : defaultData()).toAbsolutePath();
    List<Engine> chosenEngines = engines();
    TableFiles files = new TableFiles(data, table);
    try (Progress bar = progress(benchmark)) {
      files.prepare(
          chosenEngines.stream().map(Engine::format).distinct().toList(),
          (what, fraction) -> bar.set(fraction, what));
    }
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    parameters.put("engine", chosenEngines.stream().map(Engine::name).toList());
    parameters.put("loop", loops);
    parameters.put("table", List.of(this.table != null ? this.table : "store_sales"));
    parameters.put("scale", List.of(String.valueOf(table.scale())));
    parameters.put("data", List.of(data.toString()));
    List<Measurement> measured;
    try (Progress bar = progress(benchmark)) {
      measured =
          JmhRun.run(
              "^" + chosen.getName().replace(".", "\\.") + "\\.", parameters, options(), bar);
    }
    Map<String, Long> bytes = new LinkedHashMap<>();
    for (Engine e : chosenEngines) {
      if (!e.name().equals(Engines.PLAIN)) {
        bytes.put(e.name(), Files.size(files.file(e.format())));
      }
    }
    boolean plain = chosenEngines.stream().anyMatch(e -> e.name().equals(Engines.PLAIN));
    Report report =
        new Report(
                benchmark,
                command(),
                heap,
                measured,
                files.rows(),
                plain ? Engines.PLAIN : null,
                bytes)
            .note(
                "%s, scale factor %s: %d rows, %d columns. All engines found the same sums (checksum %016x)."
                    .formatted(
                        table.label(),
                        table.scale(),
                        files.rows(),
                        files.schema().size(),
                        files.totals().checksum()));
    report.write(out());
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.print(json ? report.json() : report.markdown());
    stdout.flush();
  }

  private List<Engine> engines() {
    List<Engine> chosen =
        Engines.all().stream()
            .filter(e -> engines.isEmpty() || engines.stream().anyMatch(e.name()::contains))
            .toList();
    if (chosen.isEmpty()) {
      throw usage(
          "no engine has "
              + String.join(" or ", engines)
              + " in its name; there are "
              + String.join(" | ", Engines.all().stream().map(Engine::name).toList()));
    }
    return chosen;
  }

  private RunOptions options() {
    List<Boolean> vectorApi = both ? List.of(true, false) : List.of(!noVectorApi);
    return new RunOptions(
        forks != null ? forks : smoke ? 1 : 5,
        smoke ? 0 : 3,
        iterations != null ? iterations : smoke ? 1 : 3,
        seconds != null ? seconds : smoke ? 0.01 : 1,
        smoke ? "512m" : heap,
        vectorApi,
        profilers,
        out().resolve(benchmark + ".log"));
  }

  private Path out() {
    return out != null
        ? out
        : Path.of(System.getProperty("io.placed.bench.home", "."), "jmh", "target", "bench");
  }

  private static Path defaultData() {
    String cache = System.getenv("XDG_CACHE_HOME");
    return (cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache))
        .resolve("placed")
        .resolve("bench");
  }

  private String command() {
    return "bin/bench " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
  }

  /** Shown if the launcher says that a terminal looks at standard error. */
  private static Progress progress(String task) {
    return Progress.start(task, Boolean.getBoolean("io.placed.cli.progress"));
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  /** The command as tests run it too. */
  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return new CommandLine(new BenchCommand()).setOut(out).setErr(err);
  }

  public static void main(String[] args) {
    // Before anything logs; the forks inherit it as an argument of bin/bench.
    if (System.getProperty("log4j2.configurationFile") == null) {
      System.setProperty("log4j2.configurationFile", "classpath:placed-log4j2.properties");
    }
    PrintWriter out = new PrintWriter(System.out, true, java.nio.charset.StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, java.nio.charset.StandardCharsets.UTF_8);
    System.exit(commandLine(out, err).execute(args));
  }
}
