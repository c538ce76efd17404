package io.placed.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.placed.advise.ColumnSizes;
import io.placed.advise.PlacementSearch;
import io.placed.advise.SearchResult;
import io.placed.advise.TooManyColumnsException;
import io.placed.advise.Workload;
import io.placed.cli.store.TableFiles;
import io.placed.cli.text.Amounts;
import io.placed.cli.text.Table;
import io.placed.placement.ColumnGroups;
import io.placed.placement.Device;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code placed group}. */
@Command(
    name = "group",
    header = "Which columns should lie together, and in which order, for the queries of a file.",
    description = {
      "Nothing is written. Predicts what the queries cost with every column by itself, and with the"
          + " column groups that each method finds, from the bytes that columns take on disk. Groups"
          + " or orders that save less than 1 %% are not proposed. 'placed rewrite PATH"
          + " --column-groups METHOD --workload FILE' does it.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed group warehouse/lineitem --workload tpch.txt",
      "  placed group lineitem.placed --workload tpch.txt --device nvme --row-group 4MiB",
      "",
      "A workload has a query per line:",
      "  q1: read l_returnflag, l_quantity where l_shipdate weight 3 selectivity 0.98",
    })
final class GroupCommand extends BaseCommand {
  @Parameters(paramLabel = "PATH", description = "A Placed file or a data set.")
  private String path;

  @Option(
      names = "--workload",
      paramLabel = "FILE",
      required = true,
      description = "The queries: columns that they read and filter by, weight, selectivity.")
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
      description = "Size of a row group. Default: that of the table.")
  private String rowGroup;

  @Option(names = "--seed", paramLabel = "N", description = "Of the search for an order.")
  private long seed = 1;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** What a method found, or why it did not try. */
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
        table.add(t.method(), "", "", "not tried: too many columns");
        continue;
      }
      SearchResult r = t.result().get();
      double gain = SearchResult.gain(r.before().groupSeconds(), r.found().groupSeconds());
      table.add(
          t.method(),
          seconds(r.found().groupSeconds()),
          number("%.1f %%", 100 * gain),
          r.placement().columnGroups() + (r.after().equals(r.found()) ? "" : " (not worth it)"));
    }
    out().println("");
    out().print(table.toString());
    double gain = SearchResult.gain(order.before().jumpSeconds(), order.found().jumpSeconds());
    out()
        .println(
            "\nseeking, columns by themselves: %s in the order of the schema, %s (%s less) in that of rainbow: %s"
                .formatted(
                    seconds(order.before().jumpSeconds()),
                    seconds(order.found().jumpSeconds()),
                    number("%.1f %%", 100 * gain),
                    order.placement().columnGroups()
                        + (order.after().equals(order.found()) ? "" : " (not worth it)")));
  }

  private static String seconds(double value) {
    return number("%.4g s", value);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value == 0 ? 0 : value);
  }

  private void printJson(ColumnSizes sizes, List<Tried> tried, SearchResult order) {
    JsonObject document = new JsonObject();
    document.addProperty("table", path);
    document.addProperty("rows", sizes.rows());
    document.addProperty("sizes", sizes.source());
    JsonObject widths = new JsonObject();
    for (int c = 0; c < sizes.schema().size(); c++) {
      widths.addProperty(sizes.schema().field(c).name(), sizes.bytesPerRow()[c]);
    }
    document.add("bytesPerRow", widths);
    JsonArray methods = new JsonArray();
    for (Tried t : tried) {
      JsonObject method = new JsonObject();
      method.addProperty("method", t.method());
      if (t.result().isPresent()) {
        SearchResult r = t.result().get();
        method.addProperty("secondsBefore", r.before().groupSeconds());
        method.addProperty("secondsFound", r.found().groupSeconds());
        method.addProperty("secondsAfter", r.after().groupSeconds());
        method.addProperty("columnGroups", r.placement().columnGroups().toString());
      } else {
        method.addProperty("problem", t.problem());
      }
      methods.add(method);
    }
    document.add("methods", methods);
    JsonObject rainbow = new JsonObject();
    rainbow.addProperty("secondsBefore", order.before().jumpSeconds());
    rainbow.addProperty("secondsFound", order.found().jumpSeconds());
    rainbow.addProperty("secondsAfter", order.after().jumpSeconds());
    rainbow.addProperty("columnGroups", order.placement().columnGroups().toString());
    document.add("order", rainbow);
    out().json(document);
  }
}
