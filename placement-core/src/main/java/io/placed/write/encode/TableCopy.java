package io.placed.write.encode;

import io.placed.format.v1.FormatV1;
import io.placed.placement.ColumnGroups;
import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.partition.ColumnGrouping;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * A copy of the table: all columns in one grouping. Most tables have one.
 *
 * @param firstGroup number of its first column group; groups are numbered over all copies
 * @param groups ordinals of the columns of each group
 * @param stride as in {@link ColumnGroups#stride}
 */
public record TableCopy(int firstGroup, List<int[]> groups, int stride) {
  private static final int MAX_ROW_MAJOR_COLUMNS = 0xFFFF;

  /** The copies of a placement; the first has the column groups of the placement itself. */
  public static List<TableCopy> of(Placement placement, Schema schema) {
    List<ColumnGroups> groupings = new ArrayList<>(List.of(placement.columnGroups()));
    if (placement.packing() instanceof Packing.Copies copies) {
      groupings.addAll(copies.others());
    }
    List<TableCopy> out = new ArrayList<>();
    int first = 0;
    for (ColumnGroups g : groupings) {
      List<int[]> groups = ColumnGrouping.resolve(g, schema);
      requireWritable(g.stride(), groups);
      out.add(new TableCopy(first, groups, g.stride()));
      first += groups.size();
    }
    pageStride(out);
    return out;
  }

  /**
   * Rows of a page as required by strides; 0 if none does. Pages have the same rows in every copy.
   *
   * @throws IllegalArgumentException if strides require different numbers
   */
  static int pageStride(List<TableCopy> copies) {
    int stride = 0;
    for (TableCopy c : copies) {
      if (c.interleaved()) {
        if (stride != 0 && stride != c.stride()) {
          throw new IllegalArgumentException(
              Packing.SETTING
                  + ": copies have strides "
                  + stride
                  + " and "
                  + c.stride()
                  + "; all copies must have the same stride, or 1, or row-group");
        }
        stride = c.stride();
      }
    }
    return stride;
  }

  private static void requireWritable(int stride, List<int[]> groups) {
    if (stride > FormatV1.MAX_PAGE_ROWS) {
      throw new IllegalArgumentException(
          ColumnGroups.SETTING
              + ": stride "
              + stride
              + " is more than the "
              + FormatV1.MAX_PAGE_ROWS
              + " rows that a page may have; use stride row-group");
    }
    for (int[] group : groups) {
      if (stride == 1 && group.length > MAX_ROW_MAJOR_COLUMNS) {
        throw new IllegalArgumentException(
            "a row-major column group has at most "
                + MAX_ROW_MAJOR_COLUMNS
                + " columns, found "
                + group.length);
      }
    }
  }

  /** Whether the columns of a group share pages. */
  public boolean rowMajor() {
    return stride == 1;
  }

  /** Whether pages of the columns of a group alternate. */
  public boolean interleaved() {
    return stride > 1;
  }
}
