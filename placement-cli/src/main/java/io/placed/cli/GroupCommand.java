package io.placed.cli;

import io.placed.advise.columns.ColumnSizes;
import io.placed.advise.columns.PlacementSearch;
import io.placed.advise.columns.SearchResult;
import io.placed.advise.columns.TooManyColumnsException;
import io.placed.advise.workload.Workload;
import io.placed.cli.store.TableFiles;
import io.placed.placement.ColumnGroups;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;
import io.placed.text.Amounts;
import io.placed.text.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code placed group}. */
@Command(
    name = "group",
    header = "Recommend column groups and a column order for a workload.",
    description = {
      "Predicts the cost of the queries with every column in a group of its own and with the column"
          + " groups that each method finds, from the columns' sizes on disk. Groups or orders that"
          + " save less than 1 %% are not recommended. Nothing is written; 'placed rewrite PATH"
          + " --column-groups METHOD --workload FILE' applies the recommendation.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed group warehouse/lineitem --workload tpch.txt",
      "  placed group lineitem.placed --workload tpch.txt --device nvme --row-group 4MiB",
      "",
      "A workload file has one query per line:",
      "  q1: read l_returnflag, l_quantity where l_shipdate weight 3 selectivity 0.98",
    })
final class GroupCommand extends BaseCommand {
  @Parameters(paramLabel = "PATH", description = "A Placed file or a data set.")
  private String path;

  @Option(
      names = "--workload",
      paramLabel = "FILE",
      required = true,
      description = "The queries: columns read, columns filtered by, weight, selectivity.")
  private String workloadPath;

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "hdd (default), nvme, object-store, or 'seek=10ms; bandwidth=100MiB/s; buffer=8MiB'.")
  private String device = "hdd";

  @Option(
      names = "--row-group",
      paramLabel = "SIZE",
      description = "Row group size. Default: that of the table.")
  private String rowGroup;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Random seed of the search for a column order.")
  private long seed = 1;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** The result of a method, or the reason why it was not run. */
  private record Tried(String method, Optional<SearchResult> result, String problem) {}

  @Override
  public Integer call() throws Exception {
    Device on = argument(() -> Device.parse(device));
    Workload workload =
        argument(() -> Workload.load(environment.forPath(workloadPath), workloadPath));
    TableFiles table = new TableFiles(environment, path);
    ColumnSizes sizes = table.sizes();
    Placement base =
        rowGroup == null
            ? table.placement()
            : argument(() -> table.placement().with(RowGroups.SETTING, rowGroup));
    List<String> elsewhere = table.snapshot().partitionColumns();
    List<Tried> tried = new ArrayList<>();
    for (ColumnGroups.Kind kind : ColumnGroups.Kind.searches()) {
      Placement asked = base.with(ColumnGroups.SETTING, kind.text());
      try {
        SearchResult result =
            argument(() -> PlacementSearch.search(asked, workload, sizes, on, elsewhere));
        tried.add(new Tried(kind.text(), Optional.of(result), ""));
      } catch (ParameterException e) {
        if (!(e.getCause() instanceof TooManyColumnsException)) {
          throw e;
        }
        tried.add(new Tried(kind.text(), Optional.empty(), e.getMessage()));
      }
    }
    SearchResult order =
        argument(
            () ->
                PlacementSearch.search(
                    base.with(ColumnGroups.SETTING, "none order rainbow seed " + seed),
                    workload,
                    sizes,
                    on,
                    elsewhere));
    if (json) {
      printJson(sizes, tried, order);
    } else {
      print(sizes, base, on, tried, order);
    }
    return 0;
  }

  private void print(
      ColumnSizes sizes, Placement base, Device on, List<Tried> tried, SearchResult order) {
    out()
        .println(
            "%s: %s of %s, %s bytes a row, %s; row groups of %s; %s"
                .formatted(
                    path,
                    Amounts.count(sizes.rows(), "row"),
                    Amounts.count(sizes.schema().size(), "column"),
                    number("%.1f", sizes.rowBytes()),
                    sizes.source(),
                    base.rowGroups(),
                    on));
    Table table = Table.of("method", ">predicted", ">saves", "column groups");
    tried.stream()
        .flatMap(t -> t.result().stream())
        .findFirst()
        .ifPresent(r -> table.add("none", seconds(r.before().groupSeconds()), "", "none"));
    for (Tried t : tried) {
      if (t.result().isEmpty()) {
        table.add(t.method(), "", "", "not run: too many columns");
        continue;
      }
      SearchResult r = t.result().get();
      double gain = SearchResult.gain(r.before().groupSeconds(), r.found().groupSeconds());
      table.add(
          t.method(),
          seconds(r.found().groupSeconds()),
          number("%.1f %%", 100 * gain),
          r.placement().columnGroups()
              + (r.after().equals(r.found()) ? "" : " (not recommended: saves too little)"));
    }
    out().println("");
    out().print(table.toString());
    double gain = SearchResult.gain(order.before().jumpSeconds(), order.found().jumpSeconds());
    out()
        .println(
            "\nseek time without column groups: %s in schema order, %s (%s less) in the order of rainbow: %s"
                .formatted(
                    seconds(order.before().jumpSeconds()),
                    seconds(order.found().jumpSeconds()),
                    number("%.1f %%", 100 * gain),
                    order.placement().columnGroups()
                        + (order.after().equals(order.found())
                            ? ""
                            : " (not recommended: saves too little)")));
  }

  private static String seconds(double value) {
    return number("%.4g s", value);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value == 0 ? 0 : value);
  }

  private void printJson(ColumnSizes sizes, List<Tried> tried, SearchResult order) {
    Map<String, Double> widths = new LinkedHashMap<>();
    for (int c = 0; c < sizes.schema().size(); c++) {
      widths.put(sizes.schema().field(c).name(), sizes.bytesPerRow()[c]);
    }
    out()
        .json(
            new Document(
                path,
                sizes.rows(),
                sizes.source(),
                widths,
                tried.stream().map(MethodJson::of).toList(),
                new OrderJson(
                    order.before().jumpSeconds(),
                    order.found().jumpSeconds(),
                    order.after().jumpSeconds(),
                    order.placement().columnGroups().toString())));
  }

  private record Document(
      String table,
      long rows,
      String sizes,
      Map<String, Double> bytesPerRow,
      List<MethodJson> methods,
      OrderJson order) {}

  /** A method that found column groups, or the reason why it was not run. */
  private record MethodJson(
      String method,
      Optional<Double> secondsBefore,
      Optional<Double> secondsFound,
      Optional<Double> secondsAfter,
      Optional<String> columnGroups,
      Optional<String> problem) {
    static MethodJson of(Tried t) {
      Optional<SearchResult> r = t.result();
      return new MethodJson(
          t.method(),
          r.map(f -> f.before().groupSeconds()),
          r.map(f -> f.found().groupSeconds()),
          r.map(f -> f.after().groupSeconds()),
          r.map(f -> f.placement().columnGroups().toString()),
          r.isPresent() ? Optional.empty() : Optional.of(t.problem()));
    }
  }

  private record OrderJson(
      double secondsBefore, double secondsFound, double secondsAfter, String columnGroups) {}
}
