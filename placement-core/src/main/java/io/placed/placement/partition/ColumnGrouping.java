package io.placed.placement.partition;

import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnNames;
import io.placed.placement.ColumnOrder;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** f_CG: assigns columns to column groups. */
public final class ColumnGrouping {
  private ColumnGrouping() {}

  /**
   * Positions of the top-level columns of each column group, in storage order. Every column is in
   * exactly one group; a listed group keeps the order of its list. Groups are ordered by their
   * first columns, so that listing groups does not move other columns.
   *
   * @throws IllegalArgumentException if a named column does not exist or occurs twice, or if the
   *     groups are a search
   */
  public static List<int[]> resolve(ColumnGroups groups, Schema schema) {
    if (groups.isSearch()) {
      throw new IllegalArgumentException(
          ColumnGroups.SETTING + ": " + groups + " must be resolved from a workload first");
    }
    int[] order = order(groups.order(), schema);
    if (groups.kind() == ColumnGroups.Kind.ALL && schema.size() > 0) {
      return List.of(order);
    }
    List<String> grouped = groups.groups().stream().flatMap(List::stream).toList();
    int[] all = ColumnNames.distinct(grouped, schema, ColumnGroups.SETTING);
    int[][] groupOf = new int[schema.size()][];
    int next = 0;
    for (List<String> names : groups.groups()) {
      int[] group = Arrays.copyOfRange(all, next, next + names.size());
      Arrays.stream(group).forEach(c -> groupOf[c] = group);
      next += group.length;
    }
    List<int[]> out = new ArrayList<>();
    boolean[] placed = new boolean[schema.size()];
    for (int c : order) {
      if (!placed[c]) {
        int[] group = groupOf[c] == null ? new int[] {c} : groupOf[c];
        Arrays.stream(group).forEach(member -> placed[member] = true);
        out.add(group);
      }
    }
    return out;
  }

  /** All columns: the named ones, then the others in the order of the schema. */
  private static int[] order(ColumnOrder order, Schema schema) {
    int[] out = new int[schema.size()];
    boolean[] named = new boolean[out.length];
    int n = 0;
    List<String> first = ((ColumnOrder.Listed) order).columns();
    for (int c : ColumnNames.distinct(first, schema, ColumnGroups.SETTING)) {
      named[c] = true;
      out[n++] = c;
    }
    for (int c = 0; c < named.length; c++) {
      if (!named[c]) {
        out[n++] = c;
      }
    }
    return out;
  }
}
