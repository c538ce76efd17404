package io.placed.formats.advise;

import io.placed.advise.Rewriting;
import io.placed.advise.Statement;
import io.placed.advise.cost.FetchRules;
import io.placed.advise.cost.PageFormat;
import io.placed.advise.order.OrderKinds;
import io.placed.formats.zones.ZonedFormat;
import io.placed.placement.Placement;
import io.placed.text.Quoting;
import java.util.List;

/**
 * Rewrites of Parquet and ORC files by {@code placed convert}, which can have any order.
 *
 * @param path of the table
 * @param isList whether it is a text file that lists the files
 * @param output path of the new file, or of the directory for partitions
 * @param partitionLevels depth of the partition directories; 0 = none
 */
record ContainerRewriting(
    ZonedFormat format,
    String compression,
    String path,
    boolean isList,
    String output,
    int partitionLevels)
    implements Rewriting {
  @Override
  public OrderKinds orders() {
    return OrderKinds.ALL;
  }

  @Override
  public boolean choosesRowGroups() {
    return true;
  }

  @Override
  public boolean choosesColumnOrder() {
    return true;
  }

  @Override
  public List<String> limits() {
    return List.of();
  }

  @Override
  public int pageRows(Placement placement, long heapOfRow) {
    return format.pageRows();
  }

  @Override
  public PageFormat pages(int pageRows) {
    return new ContainerPages(ZonedFormats.local(format), compression);
  }

  @Override
  public FetchRules fetch() {
    return SkippedParts.fetch(format, compression);
  }

  @Override
  public List<Statement> statements(Placement placement) {
    String options =
        " --placement " + Quoting.shell(placement.toString()) + " --compression " + compression;
    String to = Quoting.shell(output);
    if (isList) {
      return List.of(
          Statement.shell(
              "mapfile -t files < <(tr '\\r' '\\n' < "
                  + Quoting.shell(path)
                  + " | sed '/^[[:space:]]*$/d')"),
          Statement.shell("placed convert \"${files[@]}\" " + to + options));
    }
    if (partitionLevels == 0) {
      return List.of(Statement.shell("placed convert " + Quoting.shell(path) + " " + to + options));
    }
    String file = "\"$d" + "part." + format.extension() + "\"";
    return List.of(
        Statement.shell(
            "(from=\"$(realpath "
                + Quoting.shell(path)
                + ")\" && mkdir -p "
                + to
                + " && cd "
                + to
                + " && for p in \"$from\"/"
                + "*=*/".repeat(partitionLevels)
                + "; do d=\"${p#\"$from\"/}\"; mkdir -p \"$d\""
                + " && placed convert \"$p\" "
                + file
                + options
                + " || exit 1; done)"));
  }
}
