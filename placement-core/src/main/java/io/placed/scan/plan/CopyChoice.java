package io.placed.scan.plan;

import io.placed.scan.footer.StoredColumn;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** Chooses the copy of a table that a scan reads. */
public final class CopyChoice {
  private CopyChoice() {}

  /**
   * The copy in which reading these columns takes the fewest bytes (row-major groups are read
   * completely). Ties are decided by the fewest column groups, for larger requests; then by number.
   *
   * @param copies number of copies
   * @param columns in any copy
   */
  public static int cheapest(int copies, Collection<StoredColumn> columns) {
    int best = 0;
    long bestBytes = Long.MAX_VALUE;
    int bestGroups = 0;
    for (int k = 0; copies > 1 && k < copies; k++) {
      Set<Integer> groups = new HashSet<>();
      long bytes = 0;
      for (StoredColumn column : columns) {
        StoredColumn c = column.in(k);
        boolean first = groups.add(c.group());
        bytes += first || !c.rowMajor() ? c.place().bytes() : 0;
      }
      if (bytes < bestBytes || bytes == bestBytes && groups.size() < bestGroups) {
        best = k;
        bestBytes = bytes;
        bestGroups = groups.size();
      }
    }
    return best;
  }
}
