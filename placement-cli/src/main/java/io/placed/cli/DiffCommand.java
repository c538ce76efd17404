package io.placed.cli;

import io.placed.cli.diff.ColumnDifference;
import io.placed.cli.diff.TableDifference;
import io.placed.cli.input.ColumnList;
import io.placed.cli.input.FormatOptions;
import io.placed.cli.input.Inputs;
import io.placed.cli.input.WhereOption;
import io.placed.cli.store.Moment;
import io.placed.formats.BatchSource;
import io.placed.schema.Schema;
import io.placed.text.Amounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed diff}. */
@Command(
    name = "diff",
    header = "Compare two tables, or two snapshots of one.",
    description = {
      "Says which columns differ, and how many rows only one of them has. Rows are compared exactly,"
          + " as a multiset, in the columns that both have; their order and that of the columns do"
          + " not count. Columns of the same name belong together, else those of the same name in"
          + " another case. Integers of another width, and floats and doubles, are compared by"
          + " value. Options of CSV and --schema are for the tables that are text.",
      "All rows are read. Those that are not equal so far are kept in memory, up to 256 MiB or a"
          + " quarter of the heap, and then divided by their hash among temporary files.",
      "The exit code is 1 if they differ."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed diff flights.parquet warehouse/flights",
      "  placed diff warehouse/flights --snapshots 3:5",
      "  placed diff warehouse/flights --snapshots before-import -c carrier,dest",
      "  placed diff a.csv b.csv --where \"distance > 2000\"",
    })
final class DiffCommand extends BaseCommand {
  private static final long MOST_MEMORY = 256L << 20;

  @Parameters(
      arity = "1..2",
      paramLabel = "TABLE",
      description = "Two files, directories of files or data sets; or one with --snapshots.")
  private List<String> paths;

  @Option(
      names = "--snapshots",
      paramLabel = "FIRST[:SECOND]",
      description =
          "Compare two snapshots of a data set: numbers or tags. Without SECOND with the latest.")
  private String snapshots;

  @Mixin private FormatOptions formats;

  @Mixin private WhereOption where;

  @Option(
      names = {"-c", "--columns"},
      paramLabel = "COLUMN",
      split = ",",
      parameterConsumer = ColumnList.class,
      description = "Columns to compare. Default: all.")
  private List<String> columns;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** The JSON document. */
  private record Document(String first, String second, boolean equal, TableDifference difference) {}

  /** One of the tables, as the user calls it. */
  private record Side(String name, Inputs inputs, Schema schema) implements TableDifference.Table {
    @Override
    public BatchSource open(Schema wanted) throws IOException {
      return inputs.open(wanted);
    }
  }

  @Override
  public Integer call() throws Exception {
    if (snapshots == null ? paths.size() != 2 : paths.size() != 1) {
      throw usage("two tables are compared, or with --snapshots two snapshots of one");
    }
    String[] ends = snapshots == null ? null : snapshots.split(":", 2);
    Side first = ends == null ? now(paths.get(0)) : snapshot(ends[0]);
    Side second =
        ends == null
            ? now(paths.get(1))
            : snapshot(ends.length == 1 || ends[1].isBlank() ? null : ends[1]);
    argument(
        () -> {
          Inputs.requireUsed(formats, false, List.of(first.inputs, second.inputs));
          return null;
        });
    long memory = Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / 4);
    Path scratch = Path.of(System.getProperty("java.io.tmpdir"));
    TableDifference found = TableDifference.of(first, second, memory, scratch);
    Document document = new Document(first.name, second.name, found.isEmpty(), found);
    return verdict(
        found.isEmpty() ? 0 : 1,
        () -> {
          if (json) {
            out().json(document);
          } else {
            print(document.first, document.second, found);
          }
        });
  }

  private Side now(String path) throws Exception {
    return side(path, path, Moment.NOW);
  }

  private Side snapshot(String id) throws Exception {
    String path = paths.get(0);
    return side(
        path + " at " + (id == null ? "the latest snapshot" : "snapshot " + id.strip()),
        path,
        id == null ? Moment.NOW : new Moment(id.strip(), null));
  }

  private Side side(String name, String path, Moment moment) throws Exception {
    Inputs inputs = Inputs.of(environment, path, formats, moment);
    Schema schema =
        argument(
            () -> {
              where.applyTo(inputs);
              return columns == null ? inputs.schema() : inputs.select(columns);
            });
    return new Side(name, inputs, schema);
  }

  private void print(String first, String second, TableDifference found) {
    String what =
        "%s, %s"
            .formatted(
                Amounts.count(found.firstRows(), "row"),
                Amounts.count(found.comparedColumns(), "column"));
    if (found.isEmpty()) {
      String order = found.sameOrder() ? "" : "; the columns are in another order";
      out().println("%s and %s are equal: %s%s".formatted(first, second, what, order));
      return;
    }
    out().println("%s and %s differ".formatted(first, second));
    String label = "columns";
    for (ColumnDifference c : found.columns()) {
      out().println("  %-7s  %s".formatted(label, c));
      label = "";
    }
    if (!found.sameOrder()) {
      out().println("  %-7s  %s".formatted(label, "in another order"));
    }
    String compared =
        found.columns().isEmpty()
            ? ""
            : "; of " + Amounts.count(found.comparedColumns(), "column") + " that both have";
    out()
        .println(
            "  %-7s  %s only in the first, %s only in the second, %s in both%s"
                .formatted(
                    "rows",
                    Amounts.count(found.onlyFirst()),
                    Amounts.count(found.onlySecond()),
                    Amounts.count(found.firstRows() - found.onlyFirst()),
                    compared));
  }
}
