package io.placed.benchmarks;

import io.placed.benchmarks.metadata.TableMetadataCommand;
import io.placed.benchmarks.report.Progress;
import io.placed.benchmarks.report.RunOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
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
      "  bench StoreSalesScan --engines plain,placed --forks 2 --loops simple",
      "  bench FilterSelective --scale 0.1",
      "  bench Sizes --tables store_sales,lineitem:decimal,flights.csv.gz",
      "  bench run all --quick",
      "  bench Micro --include 'Unpack.*Ints' --prof gc",
      "",
      "Tables and files are kept in --data. docs/performance.md says what is measured and how."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed, for instance because sums differ", "2:wrong usage"})
public final class BenchmarksCommand implements Callable<Integer> {
  private static final int FORKS = 5;
  private static final int ITERATIONS = 3;
  private static final int HELP_WIDTH = 100;

  @Spec CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "BENCHMARK",
      description = "StoreSalesScan, ProjectOneColumn, FilterRange, ..., Sizes, Micro, or all.")
  String benchmark;

  @Option(
      names = "--smoke",
      description = "Whether everything works: tiny data, one fork, one iteration.")
  boolean smoke;

  @Option(
      names = {"--tables", "--table"},
      split = ",",
      paramLabel = "TABLE",
      description =
          "Of TPC-DS or TPC-H, or a CSV file; with ':decimal' behind it for decimals. One for a"
              + " measurement, several for Sizes.")
  List<String> tables = List.of();

  @Option(names = "--scale", paramLabel = "S", description = "Scale factor. Default: 1.")
  Double scale;

  @Option(
      names = "--engines",
      split = ",",
      paramLabel = "TEXT",
      description = "Only the engine of this name, or all whose name contains it. Default: all.")
  List<String> engines = List.of();

  @Option(
      names = "--loops",
      split = ",",
      paramLabel = "LOOP",
      description =
          "How values are summed: simple, wide. Default: both for StoreSalesScan, else simple.")
  List<String> loops = List.of();

  @Option(names = "--forks", paramLabel = "N", description = "JVMs per engine. Default: 5.")
  Integer forks;

  @Option(names = "--iterations", paramLabel = "N", description = "Per fork. Default: 3.")
  Integer iterations;

  @Option(names = "--seconds", paramLabel = "S", description = "Per iteration. Default: 1.")
  Double seconds;

  @Option(names = "--heap", paramLabel = "SIZE", description = "Of each fork. Default: 4g.")
  String heap;

  @Option(
      names = "--no-vector-api",
      description = "Run the forks without the module jdk.incubator.vector.")
  boolean noVectorApi;

  @Option(names = "--both", description = "Run everything with and without that module.")
  boolean both;

  @Option(
      names = "--include",
      paramLabel = "REGEX",
      description = "For Micro: which benchmarks. Default: all.")
  String include = "";

  @Option(
      names = "--prof",
      split = ",",
      paramLabel = "NAME",
      description = "Profilers of JMH, such as gc.")
  List<String> profilers = List.of();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where tables are kept. Default: ~/.cache/placed/bench.")
  Path data;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go. Default: jmh/target/bench.")
  Path out;

  @Option(names = "--json", description = "Print JSON rather than Markdown.")
  boolean json;

  @Override
  public Integer call() throws Exception {
    if (benchmark == null) {
      throw usage(
          "a benchmark or a command is missing; benchmarks are "
              + String.join(", ", Benchmarks.names())
              + ", all; commands "
              + String.join(", ", spec.subcommands().keySet()));
    }
    List<String> chosen = benchmark.equals("all") ? Benchmarks.names() : List.of(benchmark);
    if (!Benchmarks.names().containsAll(chosen)) {
      throw usage(
          "no benchmark '"
              + benchmark
              + "'; there are "
              + String.join(", ", Benchmarks.names())
              + ", all");
    }
    Benchmarks benchmarks = new Benchmarks(this);
    OptionUse.require(
        benchmark,
        chosen.stream().map(benchmarks::options).toList(),
        spec.commandLine().getParseResult());
    if (both && noVectorApi) {
      throw usage("--both includes --no-vector-api; use one of the two");
    }
    for (String name : chosen) {
      benchmarks.run(name);
    }
    return 0;
  }

  RunOptions options(String name) {
    return new RunOptions(
        forks != null ? forks : smoke ? 1 : FORKS,
        smoke ? 0 : ITERATIONS,
        iterations != null ? iterations : smoke ? 1 : ITERATIONS,
        seconds != null ? seconds : smoke ? 0.01 : 1,
        heap(),
        both ? List.of(true, false) : List.of(!noVectorApi),
        profilers,
        out().resolve(name + ".log"));
  }

  String heap() {
    return heap != null ? heap : smoke ? "512m" : "4g";
  }

  /** Where results go. */
  Path out() {
    return out != null ? out : defaultOut();
  }

  /** Where results of benchmarks and experiments are written by default. */
  public static Path defaultOut() {
    return home().resolve("jmh").resolve("target").resolve("bench");
  }

  /** The checkout, which the launcher passes. */
  static Path home() {
    return Path.of(System.getProperty("io.placed.bench.home", "."));
  }

  /** Where tables are kept. */
  Path data() {
    return data != null ? data.toAbsolutePath() : defaultData();
  }

  /** Where tables are kept by default. */
  public static Path defaultData() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path base =
        cache == null || cache.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return base.resolve("placed").resolve("bench").toAbsolutePath();
  }

  /** As the user gave it, for the record. */
  String command() {
    return "bin/bench " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
  }

  void print(String markdown, String jsonText) {
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.print(json ? jsonText : markdown);
    stdout.flush();
  }

  /** Prints a message on standard error. */
  void say(String sentence) {
    PrintWriter stderr = spec.commandLine().getErr();
    stderr.println("bench: " + sentence);
    stderr.flush();
  }

  /** Shown if standard error is a terminal, which the launcher passes. */
  public static Progress progress(String task) {
    return Progress.start(task, Boolean.getBoolean("io.placed.cli.progress"));
  }

  ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  /**
   * The command as tests run it too.
   *
   * @param subcommands what it does besides benchmarks
   */
  public static CommandLine commandLine(PrintWriter out, PrintWriter err, Object... subcommands) {
    CommandLine line = new CommandLine(new BenchmarksCommand());
    line.addSubcommand(new TableMetadataCommand());
    for (Object subcommand : subcommands) {
      line.addSubcommand(subcommand);
    }
    return line.setOut(out)
        .setErr(err)
        .setUsageHelpWidth(HELP_WIDTH)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(BenchmarksCommand::execute)
        .setExecutionExceptionHandler(BenchmarksCommand::failed);
  }

  private static int execute(CommandLine.ParseResult parsed) {
    OptionUse.requireNoneBeforeSubcommand(parsed);
    return new CommandLine.RunLast().execute(parsed);
  }

  /** Prints only the message of errors that users can cause, and the stack trace of others. */
  private static int failed(Exception e, CommandLine line, CommandLine.ParseResult parsed)
      throws Exception {
    if (e instanceof java.io.IOException) {
      line.getErr().println("bench: " + e.getMessage());
      line.getErr().flush();
      return 1;
    }
    throw e;
  }
}
