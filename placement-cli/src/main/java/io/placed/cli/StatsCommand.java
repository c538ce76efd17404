package io.placed.cli;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonPrimitive;
import io.placed.cli.input.ColumnList;
import io.placed.cli.input.SnapshotOptions;
import io.placed.cli.store.TableStatistics;
import io.placed.cli.store.TableStatistics.Entry;
import io.placed.schema.Type;
import io.placed.statistics.BoundText;
import io.placed.statistics.ColumnStatistics;
import io.placed.text.Amounts;
import io.placed.text.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed stats}. */
@Command(
    name = "stats",
    header = "Show column statistics: minimum, maximum, null and distinct counts.",
    description = {
      "Only footers are read, no data. A bound with a ~ is truncated: no value lies outside it."
          + " 'distinct' is an estimate.",
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
      parameterConsumer = ColumnList.class,
      description = "Columns to show. Default: all.")
  private List<String> columns;

  @Mixin private SnapshotOptions at;

  @ArgGroup private Levels levels = new Levels();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private static final class Levels {
    @Option(names = "--row-groups", description = "Show statistics per row group.")
    private boolean rowGroups;

    @Option(names = "--pages", description = "Show statistics per page.")
    private boolean pages;
  }

  @Override
  public Integer call() throws Exception {
    TableStatistics.Level level =
        levels.pages
            ? TableStatistics.Level.PAGES
            : levels.rowGroups ? TableStatistics.Level.ROW_GROUPS : TableStatistics.Level.TABLE;
    List<Document> documents = new ArrayList<>();
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
        documents.add(new Document(paths.get(i), EntryJson.of(entries, level)));
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

  private record Document(String path, List<EntryJson> columns) {}

  /** The statistics of a column, in one row group or page with these options. */
  private record EntryJson(
      String column,
      String type,
      Optional<String> file,
      Optional<Integer> rowGroup,
      Optional<Integer> page,
      Optional<Long> rows,
      Optional<Long> nulls,
      Optional<Long> nans,
      Optional<JsonElement> distinct,
      Optional<JsonElement> min,
      Optional<Boolean> minExact,
      Optional<JsonElement> max,
      Optional<Boolean> maxExact) {
    static List<EntryJson> of(List<Entry> entries, TableStatistics.Level level) {
      return entries.stream().map(e -> of(e, level)).toList();
    }

    private static EntryJson of(Entry e, TableStatistics.Level level) {
      boolean part = level != TableStatistics.Level.TABLE;
      Optional<ColumnStatistics> s = Optional.ofNullable(e.statistics());
      return new EntryJson(
          e.column(),
          e.type().toString(),
          part ? Optional.of(e.file()) : Optional.empty(),
          part ? Optional.of(e.rowGroup()) : Optional.empty(),
          e.page() >= 0 ? Optional.of(e.page()) : Optional.empty(),
          s.map(ColumnStatistics::valueCount),
          s.map(ColumnStatistics::nullCount),
          s.map(ColumnStatistics::nanCount),
          s.map(EntryJson::distinct),
          s.map(c -> bound(e.type(), c.min())),
          s.filter(c -> c.min() != null).map(ColumnStatistics::minExact),
          s.map(c -> bound(e.type(), c.max())),
          s.filter(c -> c.max() != null).map(ColumnStatistics::maxExact));
    }

    /** A field that is null although the entry has statistics. */
    private static JsonElement distinct(ColumnStatistics s) {
      return s.distinctEstimate() < 0 ? JsonNull.INSTANCE : new JsonPrimitive(s.distinctEstimate());
    }

    private static JsonElement bound(Type type, Object bound) {
      return bound == null ? JsonNull.INSTANCE : new JsonPrimitive(BoundText.of(type, bound));
    }
  }
}
