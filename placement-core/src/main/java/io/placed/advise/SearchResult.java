package io.placed.advise;

import io.placed.placement.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a search found.
 *
 * @param placement with groups and order as they were found; nothing is left to be found
 * @param asked the column groups that were asked for, as text
 * @param sizes where the sizes of columns come from, for people
 * @param before what the queries cost with every column by itself, and with the order of the schema
 * @param found what they cost with what the search found
 * @param after what they cost with the placement: as found, or as before because what was found is
 *     not worth it
 */
public record SearchResult(
    Placement placement, String asked, String sizes, Cost before, Cost found, Cost after) {

  /**
   * Seconds of all queries, each as often as its weight says, by two models that do not add up.
   *
   * @param groupSeconds of reading column groups, {@link CostModel}; 0 unless groups were asked for
   * @param jumpSeconds of jumping between them, {@link ColumnOrderCost}; 0 unless an order was
   */
  public record Cost(double groupSeconds, double jumpSeconds) {}

  /** The part of a cost that is saved. */
  public static double gain(double before, double after) {
    return before > 0 ? 1 - after / before : 0;
  }

  /** One sentence. */
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
