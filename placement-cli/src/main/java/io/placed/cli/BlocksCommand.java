package io.placed.cli;

import io.placed.cli.store.TableBlocks;
import io.placed.cli.store.TableBlocks.Physical;
import io.placed.text.Amounts;
import io.placed.text.Ranges;
import io.placed.text.Table;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed blocks}. */
@Command(
    name = "blocks",
    header = "Compare physical blocks with the blocks of the file system.",
    description = {
      "A physical block is a byte range that the placement packs into one block of the file system."
          + " On HDFS it is compared with the blocks that the NameNode reports, elsewhere with"
          + " blocks of the placement's size. A row group straddles blocks if its bytes in one"
          + " physical block lie in more than one block of the file system.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed blocks hdfs://cluster/warehouse/flights",
      "  placed blocks flights.placed --json",
    })
final class BlocksCommand extends BaseCommand {
  private static final int SCREEN_BLOCKS = 40;
  private static final int MAX_WIDTH = 48;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Placed files or data sets.")
  private List<String> paths;

  @Option(
      names = {"-a", "--all"},
      description = "Show every block. Default: the first " + SCREEN_BLOCKS + ".")
  private boolean all;

  @Option(names = "--json", description = "Print JSON: an array with one object per path.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    List<BlocksJson> documents = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      TableBlocks blocks = TableBlocks.of(environment, paths.get(i));
      if (json) {
        documents.add(BlocksJson.of(paths.get(i), blocks));
      } else {
        out().print((i == 0 ? "" : "\n") + text(paths.get(i), blocks));
      }
    }
    if (json) {
      out().json(documents);
    }
    return 0;
  }

  private String text(String path, TableBlocks t) {
    StringBuilder out = new StringBuilder();
    out.append(
        "%s: %s, %s in %s%n"
            .formatted(
                path,
                Amounts.count(t.rows(), "row"),
                Amounts.bytes(t.bytes()),
                Amounts.count(t.files(), "file")));
    line(out, "placement", String.join("\n" + " ".repeat(15), t.placements()));
    line(out, "blocks", fileSystem(t));
    line(
        out,
        "row groups",
        "%s, %s"
            .formatted(
                Amounts.count(t.rowGroups()),
                t.straddlingRowGroups() == 0
                    ? "none straddles blocks"
                    : Amounts.count(t.straddlingRowGroups()) + " straddle blocks"));
    line(
        out,
        "padding",
        "%s (%s)".formatted(Amounts.bytes(t.padding()), percent(t.padding(), t.bytes())));
    line(out, "co-location", colocation(t));
    return out.append('\n').append(table(t)).toString();
  }

  private static String fileSystem(TableBlocks t) {
    String physical = Amounts.count(t.blocks().size()) + " physical";
    if (t.known()) {
      return "%s, %s of the file system (%s); %s physical blocks match a block of the file system"
          .formatted(
              physical,
              Amounts.count(t.storedBlocks()),
              sizes(t.blockSizes()),
              Amounts.count(t.exactBlocks()));
    }
    long sized = t.configured().stream().filter(b -> b > 0).count();
    return physical
        + "; the file system reports none"
        + (sized == 0
            ? ", the placement sets no block size"
            : ", compared with the placement's block size of " + sizes(t.configured()));
  }

  private static String sizes(Collection<Long> sizes) {
    return String.join(
        ", ", sizes.stream().map(b -> b == 0 ? "no size" : Amounts.bytes(b)).toList());
  }

  private static String colocation(TableBlocks t) {
    return !t.known()
        ? "unknown: the file system reports no hosts"
        : "%s of row groups have all blocks on one node, %s have all replicas on the same nodes"
            .formatted(percent(t.together(), t.rowGroups()), percent(t.sameNodes(), t.rowGroups()));
  }

  private static String percent(long part, long whole) {
    return whole == 0 ? "–" : String.format(Locale.ROOT, "%.2f %%", 100.0 * part / whole);
  }

  private static void line(StringBuilder out, String name, String value) {
    out.append("  ").append(name).append(" ".repeat(13 - name.length()));
    out.append(value).append('\n');
  }

  private String table(TableBlocks t) {
    boolean files = t.blocks().stream().map(Physical::file).distinct().count() > 1;
    Table table = files ? Table.of(names("file")) : Table.of(names());
    table.maxWidth(MAX_WIDTH);
    int shown = all ? t.blocks().size() : Math.min(t.blocks().size(), SCREEN_BLOCKS);
    String file = "";
    for (Physical b : t.blocks().subList(0, shown)) {
      String[] values = {
        Amounts.count(b.offset()),
        Amounts.count(b.length()),
        b.rowGroups().isEmpty() ? "–" : Ranges.text(b.rowGroups()),
        groups(b, t.columnGroups()),
        stored(b, t),
        Amounts.count(b.straddling()),
        Amounts.count(b.padding()),
        t.known() ? b.replicas() + " of " + b.replication() : "–",
        t.known() ? String.join(", ", b.hosts()) : "–"
      };
      if (files) {
        String[] all = new String[values.length + 1];
        all[0] = b.file().equals(file) ? "" : b.file();
        System.arraycopy(values, 0, all, 1, values.length);
        values = all;
      }
      file = b.file();
      table.add(values);
    }
    int hidden = t.blocks().size() - shown;
    return table
        + (hidden == 0 ? "" : String.format(Locale.ROOT, "… and %,d more (--all)%n", hidden));
  }

  private static String[] names(String... first) {
    String[] rest = {
      ">offset",
      ">length",
      "row groups",
      "column groups",
      "file system",
      ">straddle",
      ">padding",
      "replicas",
      "hosts"
    };
    String[] all = new String[first.length + rest.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(rest, 0, all, first.length, rest.length);
    return all;
  }

  private static String groups(Physical b, int all) {
    return b.groups().isEmpty()
        ? "–"
        : b.groups().size() == all ? "all " + all : Ranges.text(b.groups());
  }

  /** The blocks of the file system that hold a physical block. */
  private static String stored(Physical b, TableBlocks t) {
    if (!t.known()) {
      return b.stored().size() <= 1 ? "1 expected" : b.stored().size() + " expected";
    }
    if (b.exact()) {
      return "same";
    }
    return b.stored().isEmpty()
        ? "none"
        : Amounts.count(b.stored().size(), "block")
            + " from "
            + Amounts.count(b.stored().get(0).offset());
  }
}
