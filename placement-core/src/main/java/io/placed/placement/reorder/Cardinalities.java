package io.placed.placement.reorder;

import io.placed.placement.SortKey;
import io.placed.schema.Schema;
import io.placed.schema.Storage;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Compares columns by their numbers of distinct values. */
final class Cardinalities {
  private Cardinalities() {}

  /**
   * Sort keys in ascending order of the number of distinct values in a sample. Columns with equal
   * numbers keep their order.
   */
  static List<SortKey> rising(Batch sample) {
    Schema schema = sample.schema();
    int[] distinct = sample.columns().stream().mapToInt(Cardinalities::distinct).toArray();
    return IntStream.range(0, schema.size())
        .boxed()
        .sorted(Comparator.comparingInt(c -> distinct[c]))
        .map(c -> SortKey.asc(schema.field(c).name()))
        .toList();
  }

  /** Number of distinct values; null counts as one value. */
  private static int distinct(Column column) {
    Storage storage = column.type().storage();
    Integer[] sorted =
        IntStream.range(0, column.size())
            .filter(i -> !column.isNull(i))
            .boxed()
            .toArray(Integer[]::new);
    Comparator<Integer> order = (i, j) -> SortOrder.compareValues(storage, column, i, column, j);
    Arrays.sort(sorted, order);
    int n = sorted.length < column.size() ? 1 : 0;
    for (int k = 0; k < sorted.length; k++) {
      n += k == 0 || order.compare(sorted[k - 1], sorted[k]) != 0 ? 1 : 0;
    }
    return n;
  }
}
