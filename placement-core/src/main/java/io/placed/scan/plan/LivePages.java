package io.placed.scan.plan;

import io.placed.format.v1.RowGroupEntry;
import io.placed.scan.request.DeletedRows;
import java.util.Arrays;
import java.util.List;

/** Which pages of a file have deleted rows, or no others. */
public final class LivePages {
  private final DeletedRows deleted;
  private final List<RowGroupEntry> rowGroups;

  /**
   * @param deleted null = none
   */
  public LivePages(DeletedRows deleted, List<RowGroupEntry> rowGroups) {
    this.deleted = deleted;
    this.rowGroups = rowGroups;
  }

  /**
   * Rows of a page that are not deleted.
   *
   * @param rowGroupStart number of the first row of the row group
   */
  long rows(int rowGroup, long rowGroupStart, int page) {
    int rows = rowGroups.get(rowGroup).rowsOfPage(page);
    return deleted == null
        ? rows
        : rows - deleted.count(firstRow(rowGroup, rowGroupStart, page), rows);
  }

  /** Whether a page has deleted rows. */
  public boolean hasDeleted(int rowGroup, long rowGroupStart, int page) {
    return deleted != null
        && rows(rowGroup, rowGroupStart, page) < rowGroups.get(rowGroup).rowsOfPage(page);
  }

  /** Those of some pages that have other rows than deleted ones; the array is reused. */
  int[] live(int rowGroup, long rowGroupStart, int[] some) {
    long all = rowGroups.get(rowGroup).rows();
    if (deleted == null || deleted.count(rowGroupStart, all) == 0) {
      return some;
    }
    int n = 0;
    for (int p : some) {
      if (rows(rowGroup, rowGroupStart, p) > 0) {
        some[n++] = p;
      }
    }
    return Arrays.copyOf(some, n);
  }

  private long firstRow(int rowGroup, long rowGroupStart, int page) {
    return rowGroupStart + (long) page * rowGroups.get(rowGroup).pageRows();
  }
}
