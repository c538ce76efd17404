package io.placed.advise.cost;

import io.placed.placement.ColumnGroups;
import io.placed.placement.ColumnOrder;
import io.placed.placement.Packing;
import io.placed.placement.Placement;
import io.placed.placement.pack.BlockPacker;
import io.placed.placement.partition.ColumnGrouping;
import io.placed.schema.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The parts of a row group in the order in which they are stored: columns, or column groups whose
 * columns share pages.
 *
 * @param units columns of each, as positions in the schema
 * @param files number of the file of each: of the table file, or of one of its siblings
 */
public record StoredColumns(List<int[]> units, List<Integer> files) {
  public StoredColumns {
    units = List.copyOf(units);
    files = List.copyOf(files);
  }

  /**
   * The first copy of a placement.
   *
   * @param stored the columns that files have
   * @param schema of the table, to which positions refer
   */
  public static StoredColumns of(Placement placement, Schema stored, Schema schema) {
    ColumnGroups groups = placement.columnGroups();
    ColumnGroups known =
        groups.order() instanceof ColumnOrder.Rainbow
            ? groups.withOrder(ColumnOrder.SCHEMA)
            : groups;
    List<int[]> resolved = ColumnGrouping.resolve(known, stored);
    Packing packing =
        placement.packing() instanceof Packing.Copies c ? c.each() : placement.packing();
    BlockPacker packer = BlockPacker.of(placement.withPacking(packing), resolved.size());
    List<int[]> units = new ArrayList<>();
    List<Integer> files = new ArrayList<>();
    for (int g = 0; g < resolved.size(); g++) {
      int[] columns = resolved.get(g).clone();
      Arrays.setAll(columns, k -> schema.indexOf(stored.field(columns[k]).name()));
      if (groups.stride() == 1) {
        units.add(columns);
      } else {
        Arrays.stream(columns).forEach(c -> units.add(new int[] {c}));
      }
      files.addAll(Collections.nCopies(units.size() - files.size(), packer.fileOf(0, g)));
    }
    return new StoredColumns(units, files);
  }
}
