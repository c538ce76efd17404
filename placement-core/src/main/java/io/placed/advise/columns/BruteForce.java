package io.placed.advise.columns;

import io.placed.placement.ColumnGroups;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Exhaustive search for the cheapest grouping: tries all partitions of at most ten atomic fragments
 * (115,975 partitions). Under the cost model it never pays to separate columns that all queries use
 * alike, or to join a column that no query uses, so this is also the cheapest partition of the
 * columns.
 */
final class BruteForce {
  static final int MAX_FRAGMENTS = 10;

  private final CostModel model;
  private final List<int[]> fragments;
  private final int[] groupOf;
  private double best = Double.POSITIVE_INFINITY;
  private List<int[]> found = List.of();

  private BruteForce(CostModel model, List<int[]> fragments) {
    this.model = model;
    this.fragments = fragments;
    this.groupOf = new int[fragments.size()];
  }

  /**
   * @throws TooManyColumnsException if there are more than ten fragments
   */
  static List<int[]> search(CostModel model) {
    List<int[]> fragments = model.usage().fragments();
    if (fragments.size() > MAX_FRAGMENTS) {
      throw new TooManyColumnsException(
          String.format(
              Locale.ROOT,
              "%s: brute-force tries all groupings of at most %d columns or sets of columns that"
                  + " the same queries use, found %d. Allowed here: hillclimb, autopart, trojan",
              ColumnGroups.SETTING,
              MAX_FRAGMENTS,
              fragments.size()));
    }
    BruteForce search = new BruteForce(model, fragments);
    search.place(0, 0);
    return search.found;
  }

  /** Adds fragment {@code f} to each of the groups so far, or starts a new one. */
  private void place(int f, int groups) {
    if (f == fragments.size()) {
      List<int[]> candidate = groups(groups);
      double cost = model.seconds(candidate);
      if (cost < best * (1 - PairMerging.ROUNDING)) {
        best = cost;
        found = candidate;
      }
      return;
    }
    for (int g = 0; g <= groups; g++) {
      groupOf[f] = g;
      place(f + 1, Math.max(groups, g + 1));
    }
  }

  private List<int[]> groups(int count) {
    List<int[]> out = new ArrayList<>();
    for (int g = 0; g < count; g++) {
      int[] group = {};
      for (int f = 0; f < groupOf.length; f++) {
        if (groupOf[f] == g) {
          group = Usage.union(group, fragments.get(f));
        }
      }
      out.add(group);
    }
    return out;
  }
}
