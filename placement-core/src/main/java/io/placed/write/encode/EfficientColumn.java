package io.placed.write.encode;

import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnNames;
import io.placed.placement.Placement;
import io.placed.placement.RowGroups;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The column whose efficiency is controlled: the named one, else the narrowest. If the columns of a
 * group alternate, only the whole group can be read, and the group counts.
 */
final class EfficientColumn {
  /** A column with less than a bit per row cannot be read efficiently at any size. */
  private static final long ROWS_PER_BYTE = 8;

  /**
   * @param column null = all columns of the group
   */
  private record Unit(int group, Integer column) {}

  private final List<Unit> units;
  private final boolean named;

  private EfficientColumn(List<Unit> units, boolean named) {
    this.units = units;
    this.named = named;
  }

  /** Null unless the placement asks for an efficiency. */
  static EfficientColumn of(Placement placement, Schema schema, List<int[]> groups) {
    if (!(placement.rowGroups() instanceof RowGroups.Efficient e)) {
      return null;
    }
    boolean alone = placement.columnGroups().stride() == ColumnGroups.ROW_GROUP;
    int wanted = e.column().map(c -> ColumnNames.ordinal(c, schema, RowGroups.SETTING)).orElse(-1);
    List<Unit> units = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      int[] members = groups.get(g);
      if (alone) {
        for (int c : members) {
          if (wanted < 0 || wanted == c) {
            units.add(new Unit(g, c));
          }
        }
      } else if (wanted < 0 || Arrays.stream(members).anyMatch(c -> c == wanted)) {
        units.add(new Unit(g, null));
      }
    }
    return new EfficientColumn(units, wanted >= 0);
  }

  /** Its stored bytes in the row group so far; 0 if no column has enough. */
  long bytes(RowGroupEncoder rowGroup) {
    long least = named ? 0 : Math.max(1, rowGroup.rows() / ROWS_PER_BYTE);
    return units.stream()
        .mapToLong(u -> rowGroup.expectedBytes(u.group(), u.column()))
        .filter(bytes -> bytes >= least)
        .min()
        .orElse(0);
  }
}
