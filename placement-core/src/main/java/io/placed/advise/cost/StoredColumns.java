package io.placed.advise.cost;

import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnOrder;
import io.placed.placement.partition.ColumnGrouping;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of a row group in the order in which they are stored: columns, or column groups whose
 * columns share pages.
 *
 * @param units columns of each, as positions in the schema
 */
public record StoredColumns(List<int[]> units) {
  /**
   * @param stored the columns that files have
   * @param schema of the table, to which positions refer
   */
  public static StoredColumns of(ColumnGroups groups, Schema stored, Schema schema) {
    ColumnGroups known =
        groups.order() instanceof ColumnOrder.Rainbow
            ? groups.withOrder(ColumnOrder.SCHEMA)
            : groups;
    List<int[]> units = new ArrayList<>();
    for (int[] group : ColumnGrouping.resolve(known, stored)) {
      int[] columns = new int[group.length];
      for (int k = 0; k < group.length; k++) {
        columns[k] = schema.indexOf(stored.field(group[k]).name());
      }
      if (groups.stride() == 1) {
        units.add(columns);
      } else {
        for (int c : columns) {
          units.add(new int[] {c});
        }
      }
    }
    return new StoredColumns(List.copyOf(units));
  }
}
