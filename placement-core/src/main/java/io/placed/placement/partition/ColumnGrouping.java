package io.placed.placement.partition;

import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnNames;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** f_CG: from columns to column groups. */
public final class ColumnGrouping {
  private ColumnGrouping() {}

  /**
   * Positions of the top-level columns of each column group. Every column is in exactly one group;
   * a group has its columns in the order in which they were listed. Groups come in the order of
   * their first column in the schema, so that listing groups does not move other columns about.
   *
   * @throws IllegalArgumentException if a named column does not exist or comes twice
   */
  public static List<int[]> resolve(ColumnGroups groups, Schema schema) {
    if (groups.kind() == ColumnGroups.Kind.ALL && schema.size() > 0) {
      int[] all = new int[schema.size()];
      Arrays.setAll(all, c -> c);
      return List.of(all);
    }
    int[][] groupOf = new int[schema.size()][];
    for (List<String> names : groups.groups()) {
      int[] group = new int[names.size()];
      for (int k = 0; k < group.length; k++) {
        group[k] = ColumnNames.ordinal(names.get(k), schema, ColumnGroups.SETTING);
        if (groupOf[group[k]] != null) {
          throw new IllegalArgumentException(
              ColumnGroups.SETTING
                  + ": column "
                  + schema.field(group[k]).name()
                  + " is given twice, once as "
                  + names.get(k));
        }
        groupOf[group[k]] = group;
      }
    }
    List<int[]> out = new ArrayList<>();
    for (int c = 0; c < groupOf.length; c++) {
      int[] group = groupOf[c];
      if (group == null) {
        out.add(new int[] {c});
      } else if (Arrays.stream(group).min().getAsInt() == c) {
        out.add(group);
      }
    }
    return out;
  }
}
