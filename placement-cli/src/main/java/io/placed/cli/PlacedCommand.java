package io.placed.cli;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line: {@code placed COMMAND …}. */
@Command(
    name = "placed",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    header = "Tables whose layout is a value you choose.",
    subcommands = {
      DemoCommand.class,
      ConvertCommand.class,
      RewriteCommand.class,
      SnapshotsCommand.class,
      VacuumCommand.class,
      GroupCommand.class,
      InspectCommand.class,
      BlocksCommand.class,
      MapCommand.class,
      ExplainCommand.class,
      DeviceCommand.class,
      SchemaCommand.class,
      HeadCommand.class,
      CatCommand.class,
      StatsCommand.class,
      VerifyCommand.class,
      BenchCommand.class,
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed convert flights.csv.gz flights.placed --reorder 'sort(carrier, dep_time)'",
      "  placed inspect flights.placed",
      "  placed rewrite flights.placed --placement albis",
      "",
      "A path that ends in .placed is one file; any other place to write to is a data set, a",
      "directory with snapshots. hdfs: and s3a: paths go through Hadoop. 'placed COMMAND --help'",
      "says more."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed", "2:wrong usage", "3:damage found"})
public final class PlacedCommand implements Runnable {
  /** What the exit code says when stored bytes are damaged. */
  static final int EXIT_DAMAGED = 3;

  private static final int HELP_WIDTH = 100;

  @Spec private CommandSpec spec;

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "Show where in the program an error came from.")
  private boolean stacktrace;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  boolean stacktrace() {
    return stacktrace;
  }

  /** The command line as tests run it too; output goes to {@code out} and {@code err}. */
  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    PlacedCommand root = new PlacedCommand();
    Errors errors = new Errors(root::stacktrace);
    return new CommandLine(root)
        .setOut(out)
        .setErr(err)
        .setUsageHelpWidth(HELP_WIDTH)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors);
  }

  public static void main(String[] args) {
    // Before anything logs: Hadoop, Parquet and Spark would fill the terminal.
    if (System.getProperty("log4j2.configurationFile") == null) {
      System.setProperty("log4j2.configurationFile", "classpath:placed-log4j2.properties");
    }
    PrintWriter out = writer(FileDescriptor.out);
    PrintWriter err = writer(FileDescriptor.err);
    int code = commandLine(out, err).execute(args);
    out.flush();
    err.flush();
    System.exit(code);
  }

  /** UTF-8 whatever the locale says, and without System.out, which hides a closed pipe. */
  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(
        new BufferedWriter(
            new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8),
            1 << 16));
  }
}
