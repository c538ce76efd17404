package io.placed.scan.plan;

import io.placed.scan.footer.StoredColumn;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;

/** Chooses the copy of a table that a scan reads. */
public final class CopyChoice {
  private CopyChoice() {}

  /**
   * What reading columns of a copy takes.
   *
   * @param bytes of the columns; row-major groups are read completely
   * @param groups that have a part of them
   */
  public record Cost(double bytes, int groups) {}

  /**
   * The copy in which reading these columns takes the fewest bytes.
   *
   * @param copies number of copies
   * @param columns in any copy
   */
  public static int cheapest(int copies, Collection<StoredColumn> columns) {
    return cheapest(copies, copy -> cost(copy, columns));
  }

  /**
   * The copy with the fewest bytes. Ties are decided by the fewest column groups, for larger
   * requests; then by number.
   */
  public static int cheapest(int copies, IntFunction<Cost> costs) {
    int best = 0;
    Cost least = null;
    for (int k = 0; copies > 1 && k < copies; k++) {
      Cost cost = costs.apply(k);
      if (least == null
          || cost.bytes < least.bytes
          || cost.bytes == least.bytes && cost.groups < least.groups) {
        best = k;
        least = cost;
      }
    }
    return best;
  }

  private static Cost cost(int copy, Collection<StoredColumn> columns) {
    Set<Integer> groups = new HashSet<>();
    long bytes = 0;
    for (StoredColumn column : columns) {
      StoredColumn c = column.in(copy);
      boolean first = groups.add(c.group());
      bytes += first || !c.rowMajor() ? c.place().bytes() : 0;
    }
    return new Cost(bytes, groups.size());
  }
}
