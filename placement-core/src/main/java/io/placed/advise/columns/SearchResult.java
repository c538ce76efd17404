package io.placed.advise.columns;

import io.placed.placement.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The result of a search.
 *
 * @param placement the resolved placement
 * @param asked the search, as text
 * @param sizes description of where the sizes of columns come from
 * @param before cost of the queries with single columns in the order of the schema
 * @param found cost with the groups and order of the search
 * @param after cost with the placement: as found, or as before if that does not save enough
 */
public record SearchResult(
    Placement placement, String asked, String sizes, Cost before, Cost found, Cost after) {

  /**
   * Weighted seconds of all queries, by two separate models, which must not be added.
   *
   * @param groupSeconds of reading column groups, {@link CostModel}; 0 unless groups were searched
   * @param jumpSeconds of seeking between them, {@link ColumnOrderCost}; 0 unless an order was
   *     searched
   */
  public record Cost(double groupSeconds, double jumpSeconds) {}

  /** The relative saving. */
  public static double gain(double before, double after) {
    return before > 0 ? 1 - after / before : 0;
  }

  /** A one-line summary. */
  @Override
  public String toString() {
    List<String> remarks = new ArrayList<>();
    if (before.groupSeconds > 0) {
      remarks.add("reading " + change(before.groupSeconds, found.groupSeconds, after.groupSeconds));
    }
    if (before.jumpSeconds > 0) {
      remarks.add("seeking " + change(before.jumpSeconds, found.jumpSeconds, after.jumpSeconds));
    }
    return "column-groups=%s: found %s; predicted %s; sizes %s"
        .formatted(
            asked,
            placement.columnGroups(),
            remarks.isEmpty() ? "nothing, no query reads a column" : String.join(", ", remarks),
            sizes);
  }

  private static String change(double before, double found, double after) {
    return after < before
        ? String.format(
            Locale.ROOT, "%.4g s -> %.4g s (-%.1f %%)", before, after, 100 * gain(before, after))
        : String.format(
            Locale.ROOT,
            "%.4g s as before (the best found saves %.1f %%)",
            before,
            100 * Math.max(0, gain(before, found)));
  }
}
