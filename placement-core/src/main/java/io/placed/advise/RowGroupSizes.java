package io.placed.advise;

import io.placed.advise.cost.ColumnCost;
import io.placed.placement.Device;
import io.placed.placement.RowGroups;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sizes of row groups that are tried: usual ones, and those of equation 4 of Huai et al., VLDB
 * 2013, for the narrowest column that queries need.
 */
final class RowGroupSizes {
  private static final long MIB = 1L << 20;
  private static final List<Long> USUAL =
      List.of(16 * MIB, 32 * MIB, 64 * MIB, 128 * MIB, 256 * MIB);
  private static final double[] EFFICIENCIES = {0.5, 0.75, 0.9};
  private static final long SMALLEST = 8 * MIB;
  private static final long LARGEST = 512 * MIB;

  /** Columns of less than a bit per row are not read efficiently at any size. */
  private static final double NARROWEST = 1 / 8.0;

  private RowGroupSizes() {}

  /** Bytes, ascending. */
  static Set<Long> of(LayoutCost layout, List<QueryUse> queries, Device device) {
    Set<Long> out = new TreeSet<>(USUAL);
    BitSet needed = new BitSet();
    queries.forEach(q -> needed.or(q.columns()));
    ColumnCost[] columns = layout.columns();
    double narrowest =
        needed.stream()
            .mapToDouble(c -> columns[c].bytesPerRow())
            .filter(b -> b >= NARROWEST)
            .min()
            .orElse(0);
    if (narrowest > 0) {
      for (double e : EFFICIENCIES) {
        RowGroups.Efficient size =
            new RowGroups.Efficient(
                e, Optional.empty(), device.seekNanos(), device.bytesPerSecond(), 1);
        long bytes = Math.round(size.rowGroupBytes(layout.rowBytes(), narrowest) / MIB) * MIB;
        out.add(Math.max(SMALLEST, Math.min(LARGEST, bytes)));
      }
    }
    return out;
  }
}
