package io.placed.cli;

import io.placed.cli.text.Output;
import io.placed.cli.text.OutputWriter;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code placed}. */
@Command(
    name = "placed",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    header = "Tables whose layout is a value you choose.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed convert flights.csv.gz flights.placed --reorder 'sort(carrier, dep_time)'",
      "  placed inspect flights.placed",
      "  placed rewrite flights.placed --placement albis",
      "",
      "A path that ends in .placed is a single file; any other output path is a data set, a",
      "directory with snapshots. hdfs: and s3a: paths are accessed through Hadoop. See",
      "'placed COMMAND --help' for details."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:failure; of diff: the tables differ",
      "2:invalid usage",
      "3:corrupt data found"
    })
public final class PlacedCommand implements Runnable {
  /** The exit code for corrupt data. */
  static final int EXIT_DAMAGED = 3;

  private static final int HELP_WIDTH = 100;

  /** In the order of the help. */
  private static final List<Class<?>> SUBCOMMANDS =
      List.of(
          DemoCommand.class,
          ConvertCommand.class,
          RewriteCommand.class,
          OptimizeCommand.class,
          SnapshotsCommand.class,
          MetadataCommand.class,
          TagCommand.class,
          RollbackCommand.class,
          VacuumCommand.class,
          AddFilesCommand.class,
          DeleteCommand.class,
          PropertiesCommand.class,
          PartitioningCommand.class,
          AdviseCommand.class,
          GroupCommand.class,
          InspectCommand.class,
          BlocksCommand.class,
          MapCommand.class,
          ExplainCommand.class,
          BrowseCommand.class,
          DeviceCommand.class,
          SchemaCommand.class,
          HeadCommand.class,
          CatCommand.class,
          CountCommand.class,
          SqlCommand.class,
          DiffCommand.class,
          StatsCommand.class,
          VerifyCommand.class,
          CompletionCommand.class,
          BenchCommand.class);

  @Spec private CommandSpec spec;

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of an error.")
  private boolean stacktrace;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "missing subcommand");
  }

  boolean stacktrace() {
    return stacktrace;
  }

  /**
   * The command line, also for tests; output goes to {@code out} and {@code err}.
   *
   * @param args what will be executed. If it begins with a subcommand, the others are left out:
   *     reading the options of all takes a third of the time of a short command.
   */
  static CommandLine commandLine(Writer out, PrintWriter err, String... args) {
    PlacedCommand root = new PlacedCommand();
    Errors errors = new Errors(root::stacktrace);
    CommandLine line = new CommandLine(root);
    List<Class<?>> named =
        SUBCOMMANDS.stream().filter(c -> args.length > 0 && name(c).equals(args[0])).toList();
    for (Class<?> c : named.isEmpty() ? SUBCOMMANDS : named) {
      line.addSubcommand(c);
    }
    return line.setOut(new OutputWriter(out))
        .setErr(err)
        .setUsageHelpWidth(HELP_WIDTH)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors);
  }

  private static String name(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  /** Sets the system properties of the command, before anything logs. */
  static void prepare() {
    // Hadoop, Parquet and Spark would flood the terminal.
    if (System.getProperty("log4j2.configurationFile") == null) {
      System.setProperty("log4j2.configurationFile", "classpath:placed-log4j2.properties");
    }
    // Otherwise picocli looks for Groovy, in each jar of the class path.
    System.setProperty("picocli.disable.closures", "true");
  }

  public static void main(String[] args) {
    prepare();
    PrintWriter err = new PrintWriter(writer(FileDescriptor.err));
    int code = execute(writer(FileDescriptor.out), err, args);
    err.flush();
    System.exit(code);
  }

  /** Runs a command line; what it printed is written when this returns. */
  static int execute(Writer out, PrintWriter err, String... args) {
    CommandLine line = commandLine(out, err, args);
    int code = line.execute(args);
    if (code != CommandLine.ExitCode.OK) {
      line.getOut().flush(); // Whatever becomes of it, the command has failed.
      return code;
    }
    try {
      new Output(line.getOut()).flush();
    } catch (Output.ClosedException e) {
      return code;
    } catch (UncheckedIOException e) {
      err.println("placed: " + e.getMessage());
      return CommandLine.ExitCode.SOFTWARE;
    }
    return code;
  }

  /** UTF-8 in every locale, and without System.out, which hides a closed pipe. */
  private static Writer writer(FileDescriptor descriptor) {
    return new BufferedWriter(
        new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), 1 << 16);
  }
}
