package io.placed.cli;

import io.placed.cli.error.CliException;
import io.placed.cli.input.ColumnList;
import io.placed.cli.input.SnapshotOptions;
import io.placed.cli.raw.RawDump;
import io.placed.cli.raw.RawOptions;
import io.placed.cli.store.TableLayout;
import io.placed.io.InputFile;
import io.placed.scan.RowGroupInfo;
import io.placed.table.snapshot.Snapshot;
import io.placed.text.Amounts;
import io.placed.text.Table;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed inspect}. */
@Command(
    name = "inspect",
    header = "Show the layout of a table: row groups, blocks, columns, encodings, sizes.",
    description = {
      "'encoded' is the size of the encoded values before compression, 'stored' their size on disk,"
          + " 'ratio' the first divided by the second. Encodings are those of the first page.",
      "--raw dumps the bytes of single files, with the fields that they are: all of the footer, and"
          + " the first bytes of the first pages. It goes on after damage where it can, and ends with exit code 3.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed inspect flights.placed",
      "  placed inspect warehouse/flights --json",
      "  placed inspect flights.placed --why -c dep_time",
      "  placed inspect flights.placed --raw -c carrier | less"
    })
final class InspectCommand extends BaseCommand {
  private static final int SCREEN_COLUMNS = 40;
  private static final int MAX_WIDTH = 48;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Placed files or data sets.")
  private List<String> paths;

  @Option(
      names = {"-a", "--all"},
      description =
          "Show every column; with --raw, every page with all of its bytes. Default: the "
              + SCREEN_COLUMNS
              + " largest columns.")
  private boolean all;

  @Option(
      names = "--why",
      description =
          "Show the candidate encodings of each column's first page, their costs and the one"
              + " chosen.")
  private boolean why;

  @Option(
      names = "--raw",
      description =
          "Dump the bytes of files, with offsets, checksums and the meaning of each field.")
  private boolean raw;

  @Option(
      names = {"-c", "--columns"},
      paramLabel = "COLUMN",
      split = ",",
      parameterConsumer = ColumnList.class,
      description = "With --why and --raw: the columns to show. Default: all.")
  private List<String> columns;

  @Mixin private SnapshotOptions at;

  @Option(names = "--json", description = "Print JSON: an array with one object per path.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (columns != null && !why && !raw) {
      throw usage("--columns requires --why or --raw");
    }
    if (raw) {
      if (why || !at.moment().isNow()) {
        throw usage("--raw dumps files; it goes with --columns, --all and --json only");
      }
      return dump();
    }
    List<Object> documents = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      if (why) {
        Why reasons = Why.of(environment, paths.get(i), at.moment(), columns);
        if (json) {
          documents.add(reasons.json());
        } else {
          out().print((i == 0 ? "" : "\n") + reasons.text());
        }
        continue;
      }
      TableLayout layout = TableLayout.of(environment, paths.get(i), at.moment());
      if (json) {
        documents.add(InspectJson.of(paths.get(i), layout));
      } else {
        out().print((i == 0 ? "" : "\n") + text(paths.get(i), layout));
      }
    }
    if (json) {
      out().json(documents);
    }
    return 0;
  }

  /** Prints all of the files, then reports the first damage in them. */
  private int dump() throws IOException {
    RawOptions options = RawOptions.of(columns, all);
    RawDump dump = new RawDump();
    List<Object> documents = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      String path = paths.get(i);
      if (environment.forPath(path).stat(path).directory()) {
        throw new CliException(path + " is a directory; --raw dumps a single file");
      }
      InputFile file = environment.forPath(path).input(path);
      if (json) {
        documents.add(dump.json(file, options));
      } else {
        out().print(i == 0 ? "" : "\n");
        dump.text(file, options, out()::print);
      }
    }
    if (json) {
      out().json(documents);
    }
    if (dump.damage() != null) {
      throw dump.damage();
    }
    return 0;
  }

  private String text(String path, TableLayout l) {
    StringBuilder out = new StringBuilder();
    out.append(
        "%s: %s, %s, %s in %s%n"
            .formatted(
                path,
                Amounts.count(l.rows(), "row"),
                Amounts.count(l.schema().size(), "column"),
                Amounts.bytes(l.bytes()),
                Amounts.count(l.files().files().size(), "file")));
    snapshot(l.files().snapshot(), out);
    line(out, "placement", several(l.placements()));
    line(out, "compression", String.join(", ", l.codecs()));
    line(out, "row groups", rowGroups(l.rowGroups()));
    line(out, "blocks", blocks(l.blocks()));
    line(
        out,
        "bytes",
        Amounts.bytes(l.dataBytes()) + " data, " + Amounts.bytes(l.footerBytes()) + " footers");
    line(out, "written by", several(l.writers()));
    l.metadata().forEach((key, value) -> line(out, "metadata", key + " = " + value));
    out.append('\n').append(columns(l));
    groups(l, out);
    return out.toString();
  }

  private static void snapshot(Snapshot s, StringBuilder out) {
    if (s.id() > 0) {
      line(
          out,
          "snapshot",
          String.format(
              Locale.ROOT,
              "%d (%s, %s)",
              s.id(),
              s.operation(),
              Instant.ofEpochMilli(s.timestampMillis())));
    }
    if (s.partitioning().isPartitioned()) {
      line(out, "partitioned", "by " + s.partitioning().spec(s.schema()));
    }
  }

  private static void line(StringBuilder out, String name, String value) {
    if (!value.isEmpty()) {
      out.append("  ").append(name).append(" ".repeat(13 - name.length()));
      out.append(value).append('\n');
    }
  }

  private static String several(Collection<String> values) {
    return String.join("\n" + " ".repeat(15), values);
  }

  private static String rowGroups(List<RowGroupInfo> groups) {
    if (groups.isEmpty()) {
      return "none";
    }
    return "%s of %s, %s"
        .formatted(
            Amounts.count(groups.size()),
            range(groups.stream().mapToLong(RowGroupInfo::rows), false) + " rows",
            range(groups.stream().mapToLong(RowGroupInfo::length), true));
  }

  private static String blocks(List<Long> blocks) {
    return blocks.isEmpty()
        ? "none"
        : Amounts.count(blocks.size()) + " of " + range(blocks.stream().mapToLong(b -> b), true);
  }

  private static String range(LongStream values, boolean bytes) {
    var s = values.summaryStatistics();
    String min = bytes ? Amounts.bytes(s.getMin()) : Amounts.count(s.getMin());
    String max = bytes ? Amounts.bytes(s.getMax()) : Amounts.count(s.getMax());
    return min.equals(max) ? min : min + " to " + max;
  }

  private String columns(TableLayout l) {
    List<Map.Entry<String, TableLayout.Part>> shown = new ArrayList<>(l.columns().entrySet());
    if (!all && shown.size() > SCREEN_COLUMNS) {
      shown.sort((a, b) -> Long.compare(b.getValue().stored(), a.getValue().stored()));
      shown = shown.subList(0, SCREEN_COLUMNS);
    }
    Table table =
        Table.of(
            "column",
            "type",
            ">group",
            ">encoded",
            ">stored",
            ">ratio",
            ">pages",
            "codec",
            "encoding");
    table.maxWidth(MAX_WIDTH);
    for (var e : shown) {
      TableLayout.Part p = e.getValue();
      String type = l.type(e.getKey());
      if (p.pages() == 0) {
        table.add(e.getKey(), type, "–", "–", "–", "–", "–", "", "");
        continue;
      }
      table.add(
          e.getKey(),
          type,
          p.group(),
          size(p.raw()),
          size(p.stored()),
          Amounts.ratio(p.raw(), p.stored()),
          Amounts.count(p.pages()),
          p.codecs(),
          p.encodings());
    }
    int hidden = l.columns().size() - shown.size();
    return table
        + (hidden == 0
            ? ""
            : String.format(Locale.ROOT, "… and %,d smaller ones (--all)%n", hidden));
  }

  private static void groups(TableLayout l, StringBuilder out) {
    if (l.groups().keySet().stream().allMatch(g -> g.size() == 1)) {
      return;
    }
    Table table = Table.of("column group", ">encoded", ">stored", ">ratio");
    table.maxWidth(2 * MAX_WIDTH);
    l.groups()
        .forEach(
            (names, p) ->
                table.add(
                    String.join(", ", names),
                    size(p.raw()),
                    size(p.stored()),
                    Amounts.ratio(p.raw(), p.stored())));
    out.append('\n').append(table);
  }

  private static String size(long bytes) {
    return bytes < 0 ? "–" : Amounts.bytes(bytes);
  }
}
