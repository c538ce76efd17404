package io.placed.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import io.placed.cli.store.TableStatistics;
import io.placed.cli.store.TableStatistics.Entry;
import io.placed.cli.text.Amounts;
import io.placed.cli.text.BoundText;
import io.placed.cli.text.Table;
import io.placed.schema.Type;
import io.placed.statistics.ColumnStatistics;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed stats}. */
@Command(
    name = "stats",
    header = "Show minimum, maximum, missing and distinct values of columns, from the footers.",
    description = {
      "No data is read. A bound with a ~ was shortened: no value lies outside it. 'distinct' is an"
          + " estimate.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed stats flights.placed",
      "  placed stats flights.placed -c dep_time --row-groups",
    })
final class StatsCommand extends BaseCommand {
  private static final int MAX_WIDTH = 40;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Placed files or data sets.")
  private List<String> paths;

  @Option(
      names = {"-c", "--columns"},
      paramLabel = "COLUMN",
      split = ",",
      description = "Columns to show. Default: all.")
  private List<String> columns;

  @Mixin private SnapshotOptions at;

  @ArgGroup private Levels levels = new Levels();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private static final class Levels {
    @Option(names = "--row-groups", description = "Show each row group.")
    private boolean rowGroups;

    @Option(names = "--pages", description = "Show each page.")
    private boolean pages;
  }

  @Override
  public Integer call() throws Exception {
    TableStatistics.Level level =
        levels.pages
            ? TableStatistics.Level.PAGES
            : levels.rowGroups ? TableStatistics.Level.ROW_GROUPS : TableStatistics.Level.TABLE;
    JsonArray documents = new JsonArray();
    for (int i = 0; i < paths.size(); i++) {
      TableStatistics statistics = new TableStatistics(environment, paths.get(i), at.moment());
      List<String> wanted = columns;
      if (wanted == null) {
        wanted = statistics.columns();
      } else {
        argument(() -> statistics.schema().select(columns));
      }
      List<Entry> entries = statistics.read(wanted, level);
      if (json) {
        JsonObject document = new JsonObject();
        document.addProperty("path", paths.get(i));
        document.add("columns", json(entries, level));
        documents.add(document);
      } else {
        String title = paths.size() == 1 ? "" : (i == 0 ? "" : "\n") + paths.get(i) + "\n";
        out().print(title + table(entries, level));
      }
    }
    if (json) {
      out().json(documents);
    }
    return 0;
  }

  private static Table table(List<Entry> entries, TableStatistics.Level level) {
    boolean files = entries.stream().map(Entry::file).distinct().count() > 1;
    List<String> names = new ArrayList<>(List.of("column"));
    switch (level) {
      case TABLE -> names.add("type");
      case ROW_GROUPS -> names.add(">row group");
      case PAGES -> names.addAll(List.of(">row group", ">page"));
    }
    if (files) {
      names.add("file");
    }
    names.addAll(List.of(">rows", ">nulls", ">distinct", "min", "max"));
    Table table = Table.of(names.toArray(String[]::new));
    table.maxWidth(MAX_WIDTH);
    for (Entry e : entries) {
      List<String> values = new ArrayList<>(List.of(e.column()));
      switch (level) {
        case TABLE -> values.add(e.type().toString());
        case ROW_GROUPS -> values.add(String.valueOf(e.rowGroup()));
        case PAGES ->
            values.addAll(List.of(String.valueOf(e.rowGroup()), String.valueOf(e.page())));
      }
      if (files) {
        values.add(e.file());
      }
      values.addAll(texts(e.type(), e.statistics()));
      table.add(values.toArray(String[]::new));
    }
    return table;
  }

  private static List<String> texts(Type type, ColumnStatistics s) {
    return s == null
        ? List.of("–", "–", "–", "–", "–")
        : List.of(
            Amounts.count(s.valueCount()),
            nulls(s),
            s.distinctEstimate() < 0 ? "–" : Amounts.count(s.distinctEstimate()),
            bound(type, s.min(), s.minExact()),
            bound(type, s.max(), s.maxExact()));
  }

  private static String nulls(ColumnStatistics s) {
    String nulls = Amounts.count(s.nullCount());
    return s.nanCount() == 0 ? nulls : nulls + " + " + Amounts.count(s.nanCount()) + " NaN";
  }

  private static String bound(Type type, Object bound, boolean exact) {
    if (bound == null) {
      return "–";
    }
    return BoundText.of(type, bound) + (exact ? "" : "~");
  }

  private static JsonArray json(List<Entry> entries, TableStatistics.Level level) {
    JsonArray out = new JsonArray();
    for (Entry e : entries) {
      JsonObject o = new JsonObject();
      o.addProperty("column", e.column());
      o.addProperty("type", e.type().toString());
      if (level != TableStatistics.Level.TABLE) {
        o.addProperty("file", e.file());
        o.addProperty("rowGroup", e.rowGroup());
      }
      if (e.page() >= 0) {
        o.addProperty("page", e.page());
      }
      ColumnStatistics s = e.statistics();
      if (s != null) {
        o.addProperty("rows", s.valueCount());
        o.addProperty("nulls", s.nullCount());
        o.addProperty("nans", s.nanCount());
        o.addProperty("distinct", s.distinctEstimate() < 0 ? null : s.distinctEstimate());
        addBound(o, "min", e.type(), s.min(), s.minExact());
        addBound(o, "max", e.type(), s.max(), s.maxExact());
      }
      out.add(o);
    }
    return out;
  }

  private static void addBound(JsonObject o, String name, Type type, Object bound, boolean exact) {
    if (bound == null) {
      o.add(name, JsonNull.INSTANCE);
    } else {
      o.addProperty(name, BoundText.of(type, bound));
      o.addProperty(name + "Exact", exact);
    }
  }
}
