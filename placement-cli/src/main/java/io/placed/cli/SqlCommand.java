package io.placed.cli;

import io.placed.cli.error.CliException;
import io.placed.cli.input.Copy;
import io.placed.cli.input.FormatOptions;
import io.placed.cli.input.Inputs;
import io.placed.cli.sql.ResultRows;
import io.placed.cli.sql.SqlSession;
import io.placed.cli.sql.SqlText;
import io.placed.cli.store.Moment;
import io.placed.cli.store.PlacedSink;
import io.placed.cli.store.ReplacedOutput;
import io.placed.formats.BatchSink;
import io.placed.io.PathNames;
import io.placed.schema.Schema;
import io.placed.table.partition.PartitionSpec;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed sql}. */
@Command(
    name = "sql",
    header = "Query tables and files with SQL, in an embedded Spark.",
    description = {
      "A table is a path in backquotes after FROM or JOIN, or a name that --table gives to a path:"
          + " a data set, or files of any format that 'placed convert' reads. Statements are those of"
          + " Spark SQL; VERSION AS OF and TIMESTAMP AS OF read older snapshots. Several are"
          + " separated by semicolons. Times are in UTC.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed sql 'select carrier, count(*) from `flights.placed` group by carrier'",
      "  placed sql 'select * from f VERSION AS OF 3 where x > 5' --table f=/data/flights --csv",
      "  placed sql -f report.sql --table f=/data/flights --table codes=airlines.csv --json",
      "  placed sql \"delete from f where carrier = 'UA'\" --table f=/data/flights --write",
    })
final class SqlCommand extends BaseCommand {
  @ArgGroup(multiplicity = "1")
  private Text text;

  private static final class Text {
    @Parameters(paramLabel = "SQL", description = "One or more statements.")
    private String sql;

    @Option(
        names = {"-f", "--file"},
        paramLabel = "FILE",
        description = "Read the statements from this file; '-' is standard input.")
    private String file;
  }

  @Option(
      names = {"-t", "--table"},
      paramLabel = "NAME=PATH",
      description = "Give a path a name. May be repeated.")
  private Map<String, String> tables = new LinkedHashMap<>();

  @Option(
      names = "--write",
      description = "Allow statements that change tables and files. Default: they are refused.")
  private boolean write;

  @Option(
      names = {"-n", "--rows"},
      paramLabel = "N",
      defaultValue = "1000",
      description = "Rows to show without --csv and --json. Default: ${DEFAULT-VALUE}.")
  private long rows;

  @ArgGroup private Output output = new Output();

  private static final class Output {
    @Option(names = "--json", description = "Print one JSON object per row and line.")
    private boolean json;

    @Option(names = "--csv", description = "Print CSV.")
    private boolean csv;
  }

  @Mixin private FormatOptions formats;

  /** What stands in SQL for a path. */
  private final Map<String, String> known = new HashMap<>();

  private final Map<String, Inputs> inputs = new HashMap<>();
  private SqlSession session;
  private int printed;
  private int copies;

  @Override
  public Integer call() throws Exception {
    if (rows < 0) {
      throw usage("-n must not be negative, found " + rows);
    }
    for (String name : tables.keySet()) {
      if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        throw usage("--table: a name has letters, digits and _ only, found '" + name + "'");
      }
    }
    List<String> statements = SqlText.statements(text.sql == null ? read(text.file) : text.sql);
    if (statements.isEmpty()) {
      throw usage("no statement");
    }
    try (SqlSession opened = SqlSession.open(showsProgress())) {
      session = opened;
      for (Map.Entry<String, String> t : tables.entrySet()) {
        register(t.getKey(), t.getValue());
      }
      argument(() -> checked(statements));
      for (String s : statements) {
        argument(() -> run(s));
      }
    }
    return 0;
  }

  /** Everything that can be wrong with the options, before the first statement has run. */
  private Void checked(List<String> statements) throws IOException {
    if (output.csv) {
      List<String> printing = new ArrayList<>(statements);
      printing.removeIf(session::isSilent);
      if (printing.size() > 1) {
        throw new IllegalArgumentException(
            "--csv prints the result of one statement only, found "
                + printing.size()
                + " that have one: "
                + String.join("; ", printing));
      }
    }
    if (formats.csvOption() != null || formats.schema != null) {
      requireOptionsUsed(statements);
    }
    return null;
  }

  /** A path where there is nothing may be a table that one of the statements makes. */
  private void requireOptionsUsed(List<String> statements) {
    boolean[] all = {true};
    for (String s : statements) {
      SqlText.withPaths(
          s,
          path -> {
            all[0] &= inputs(path) != null;
            return null;
          });
    }
    if (all[0]) {
      Inputs.requireUsed(formats, output.csv, inputs.values());
    }
  }

  private static String read(String file) throws IOException {
    byte[] bytes = file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private Void run(String statement) throws Exception {
    String sql = SqlText.withPaths(statement, this::table);
    if (!write) {
      session.requireReadOnly(sql);
    }
    ResultRows result = session.execute(sql);
    if (result.schema().size() > 0) {
      print(result);
    }
    return null;
  }

  private void print(ResultRows result) {
    boolean asTable = !output.json && !output.csv;
    if (printed++ > 0 && !output.json) {
      out().print("\n");
    }
    RowPrinter printer =
        output.json
            ? RowPrinter.json(out())
            : output.csv ? RowPrinter.csv(out(), formats.csv()) : RowPrinter.table(out());
    boolean[] started = {false};
    boolean more =
        session.read(
            result,
            asTable ? rows : -1,
            batch -> {
              // After the first rows: if there is an error before them, nothing is printed.
              if (!started[0]) {
                printer.start(result.schema());
                started[0] = true;
              }
              printer.rows(batch, batch.rows());
            });
    printer.end();
    if (more) {
      spec.commandLine().getErr().println("placed: there are more rows; -n N shows N of them");
    }
  }

  /** What stands in SQL for a path; null if there is nothing. */
  private String table(String path) {
    return known.computeIfAbsent(
        path,
        p -> {
          Inputs in = inputs(p);
          return in == null
              ? null
              : switch (in.format()) {
                case PLACED -> "placed." + SqlText.quoted(absolute(p));
                case PARQUET -> "parquet." + SqlText.quoted(absolute(p));
                case ORC -> "orc." + SqlText.quoted(absolute(p));
                case CSV, JSON -> "placed." + SqlText.quoted(copy(p, in));
              };
        });
  }

  private void register(String name, String path) throws IOException {
    Inputs in = Inputs.of(environment, path, formats, Moment.NOW);
    inputs.put(path, in);
    switch (in.format()) {
      case PLACED -> session.placedTable(name, absolute(path));
      case PARQUET -> session.view(name, "parquet", absolute(path));
      case ORC -> session.view(name, "orc", absolute(path));
      case CSV, JSON -> session.view(name, "placed", copy(path, in));
    }
  }

  /** Null if there is nothing. */
  private Inputs inputs(String path) {
    return inputs.computeIfAbsent(
        path,
        p -> {
          try {
            return environment.forPath(p).exists(p)
                ? Inputs.of(environment, p, formats, Moment.NOW)
                : null;
          } catch (IOException e) {
            throw new CliException(p + ": " + e.getMessage(), e);
          }
        });
  }

  /** Spark would infer other types than 'placed convert' and read other nulls. */
  private String copy(String path, Inputs in) {
    String copy = session.scratch().path().resolve("copy" + copies++ + ".placed").toString();
    Schema schema = in.schema();
    try (BatchSink sink =
        PlacedSink.create(
            environment,
            copy,
            schema,
            PartitionSpec.NONE,
            WriteOptions.defaults(),
            in.rows(),
            ReplacedOutput.MUST_BE_NEW)) {
      new Copy(false).run(in, schema, sink);
    } catch (IOException e) {
      throw new CliException(path + ": " + e.getMessage(), e);
    }
    return copy;
  }

  private static String absolute(String path) {
    return PathNames.scheme(path).isEmpty() ? Path.of(path).toAbsolutePath().toString() : path;
  }
}
