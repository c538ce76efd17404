package io.placed.advise.cost;

import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnOrder;
import io.placed.placement.Placement;
import io.placed.placement.pack.BlockPacker;
import io.placed.placement.partition.ColumnGrouping;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The column groups of a row group in the order in which they are stored, over all copies of the
 * table.
 */
public record StoredColumns(List<Group> groups) {
  /**
   * A column group.
   *
   * @param copy of the table, from 0
   * @param file number: of the table file, or of one of its siblings
   * @param units columns that are stored apart, as positions in the schema: one each, or all if
   *     they share pages
   * @param interleaved whether pages of the units alternate
   */
  public record Group(int copy, int file, List<int[]> units, boolean interleaved) {
    public Group {
      units = List.copyOf(units);
    }
  }

  public StoredColumns {
    groups = List.copyOf(groups);
  }

  /** Number of copies of the table. */
  public int copies() {
    return groups.isEmpty() ? 1 : groups.get(groups.size() - 1).copy() + 1;
  }

  /**
   * Those of a placement.
   *
   * @param stored the columns that files have
   * @param schema of the table, to which positions refer
   */
  public static StoredColumns of(Placement placement, Schema stored, Schema schema) {
    List<ColumnGroups> copies = placement.copies();
    List<List<int[]>> resolved = new ArrayList<>();
    for (ColumnGroups groups : copies) {
      ColumnGroups known =
          groups.order() instanceof ColumnOrder.Rainbow
              ? groups.withOrder(ColumnOrder.SCHEMA)
              : groups;
      resolved.add(ColumnGrouping.resolve(known, stored));
    }
    BlockPacker packer =
        BlockPacker.of(placement, resolved.stream().mapToInt(List::size).toArray());
    List<Group> out = new ArrayList<>();
    for (int k = 0; k < resolved.size(); k++) {
      int stride = copies.get(k).stride();
      for (int[] group : resolved.get(k)) {
        int[] columns = group.clone();
        Arrays.setAll(columns, c -> schema.indexOf(stored.field(columns[c]).name()));
        List<int[]> units =
            stride == 1
                ? List.of(columns)
                : Arrays.stream(columns).mapToObj(c -> new int[] {c}).toList();
        out.add(new Group(k, packer.fileOf(0, out.size()), units, stride > 1));
      }
    }
    return new StoredColumns(out);
  }
}
