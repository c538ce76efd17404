package io.placed.experiments.placement;

import io.placed.benchmarks.engine.Container;
import io.placed.benchmarks.engine.Engine;
import io.placed.benchmarks.engine.Engines;
import io.placed.formats.container.Nesting;
import java.util.List;
import java.util.Map;

/**
 * A way to store a table, without compression, as in §4.4.
 *
 * @param format {@code placed}, {@code parquet} or {@code orc}
 * @param rowGroupMiB size of a row group
 * @param group columns that are stored together; none = each separately
 * @param files that a row group is spread over
 * @param encoded whether values are encoded; Placed always may
 */
record Layout(
    String format,
    SourceTable table,
    int rowGroupMiB,
    List<String> group,
    int files,
    boolean encoded) {
  /** The paper's pages have 64 KiB; these 80 KiB of strings. */
  private static final String PAGE_ROWS = "2048";

  Nesting nesting() {
    return group.isEmpty() || format.equals("placed") ? Nesting.NONE : new Nesting(List.of(group));
  }

  Engine engine() {
    Container container =
        Container.USUAL.withRowGroup((long) rowGroupMiB << 20).withNesting(nesting());
    container = encoded ? container : container.plain();
    return switch (format) {
      case "placed" ->
          Engines.placedWith(
              "placed",
              Map.of(
                  "placement",
                  placement(),
                  "profile",
                  "fast",
                  "compression",
                  "none",
                  "page-rows",
                  PAGE_ROWS));
      case "parquet" -> Engines.parquet("none", container);
      case "orc" -> Engines.orc("none", container);
      default -> throw new IllegalArgumentException("no format " + format);
    };
  }

  /** Blocks are so large that they do not matter, as in the paper (§4.5). */
  private String placement() {
    String groups =
        group.isEmpty()
            ? "none"
            : "(" + String.join(", ", group) + ")" + (encoded ? "" : " stride 1");
    return "row-group="
        + rowGroupMiB
        + "MiB; column-groups="
        + groups
        + "; packing="
        + (files == 1 ? "many-row-groups(block=1GiB)" : "files(" + files + ")");
  }

  String fileName() {
    return (table.name()
                + "-"
                + rowGroupMiB
                + "-"
                + group
                + "-"
                + files
                + (encoded ? "-encoded" : ""))
            .replaceAll("[^A-Za-z0-9]+", "-")
        + "."
        + format;
  }
}
