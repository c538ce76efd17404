package io.placed.write.encode;

import io.placed.placement.ColumnGroups;
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
    List<TableCopy> out = new ArrayList<>();
    int first = 0;
    for (ColumnGroups g : placement.copies()) {
      List<int[]> groups = ColumnGrouping.resolve(g, schema);
      requireWritable(g.stride(), groups);
      out.add(new TableCopy(first, groups, g.stride()));
      first += groups.size();
    }
    return out;
  }

  private static void requireWritable(int stride, List<int[]> groups) {
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
