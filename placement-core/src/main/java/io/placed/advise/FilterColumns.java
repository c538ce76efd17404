package io.placed.advise;

import io.placed.schema.Schema;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The columns whose zone maps are followed: those that a table may be ordered by, then those by
 * which rows are brought together, then those that it is partitioned by.
 *
 * @param positions in the schema, by number
 * @param keys how many of them the table may be ordered by
 * @param shuffled positions of columns by which rows are brought together, the most important first
 * @param ignored names of columns that are filtered by, but have too little weight
 */
record FilterColumns(int[] positions, int keys, int[] shuffled, List<String> ignored) {
  private static final int MAX_PARTITION_COLUMNS = 4;

  /** Keys of joins and groups: a table can be in buckets by one of them. */
  private static final int MAX_SHUFFLED_COLUMNS = 2;

  /**
   * Columns of orders, and the most important ones of the workload.
   *
   * @param ordered names of columns that are followed in any case
   * @param most maximum number of columns that the table may be ordered by
   */
  static FilterColumns of(
      WorkloadUse workload,
      AdvisedTable table,
      double[] bytesPerRow,
      Shuffles shuffles,
      Set<String> ordered,
      int most) {
    Schema schema = table.schema();
    Set<String> partition = new HashSet<>(table.partitionColumns());
    int[] all = workload.filters(bytesPerRow);
    int[] keys =
        IntStream.concat(
                ordered.stream().mapToInt(schema::indexOf),
                Arrays.stream(all).filter(c -> !partition.contains(schema.field(c).name())))
            .distinct()
            .toArray();
    int[] others =
        Arrays.stream(all).filter(c -> partition.contains(schema.field(c).name())).toArray();
    int n = Math.min(keys.length, Math.max(ordered.size(), most));
    int[] shuffled =
        table.canBePartitioned()
            ? Arrays.stream(shuffles.columns(workload))
                .filter(c -> !partition.contains(schema.field(c).name()))
                .limit(MAX_SHUFFLED_COLUMNS)
                .toArray()
            : new int[0];
    return new FilterColumns(
        IntStream.concat(
                IntStream.concat(Arrays.stream(keys).limit(n), Arrays.stream(shuffled)).distinct(),
                Arrays.stream(others).limit(MAX_PARTITION_COLUMNS))
            .toArray(),
        n,
        shuffled,
        Arrays.stream(keys)
            .skip(n)
            .filter(c -> Arrays.stream(shuffled).noneMatch(s -> s == c))
            .mapToObj(c -> schema.field(c).name())
            .toList());
  }

  /** Numbers by position in the schema; -1 for others. */
  int[] numbers(int columns) {
    int[] out = new int[columns];
    Arrays.fill(out, -1);
    for (int k = 0; k < positions.length; k++) {
      out[positions[k]] = k;
    }
    return out;
  }
}
