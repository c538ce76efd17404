package io.placed.placement;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The order in which the columns of a row group are stored. Readers always see the order of the
 * schema.
 */
public sealed interface ColumnOrder {
  /** The order of the schema; its text is empty. */
  ColumnOrder SCHEMA = new Listed(List.of());

  /**
   * These columns first, in this order, then all others in the order of the schema. Text: {@code
   * order (c, a, b)}.
   *
   * @param columns names, none twice
   */
  record Listed(List<String> columns) implements ColumnOrder {
    public Listed {
      columns = List.copyOf(columns);
      Set<String> seen = new HashSet<>();
      for (String column : columns) {
        if (column.isEmpty()) {
          throw new IllegalArgumentException(
              ColumnGroups.SETTING + ": a column name must not be empty");
        }
        if (!seen.add(column)) {
          throw new IllegalArgumentException(
              ColumnGroups.SETTING
                  + ": column "
                  + Names.quote(column)
                  + " is given twice in the order");
        }
      }
    }

    @Override
    public String toString() {
      return columns.isEmpty()
          ? ""
          : columns.stream().map(Names::quote).collect(Collectors.joining(", ", "order (", ")"));
    }
  }

  /**
   * A search from a workload by simulated annealing (Jin et al., Rainbow, SIGMOD 2017), which is
   * resolved to {@link Listed} before anything is written. Text: {@code order rainbow} or {@code
   * order rainbow seed 7}.
   *
   * @param seed the same workload, sizes and seed give the same order; not negative
   */
  record Rainbow(long seed) implements ColumnOrder {
    /** Used if the text has no seed. */
    public static final long DEFAULT_SEED = 1;

    public Rainbow {
      if (seed < 0) {
        throw new IllegalArgumentException(
            ColumnGroups.SETTING + ": a seed must not be negative, found " + seed);
      }
    }

    @Override
    public String toString() {
      return seed == DEFAULT_SEED ? "order rainbow" : "order rainbow seed " + seed;
    }
  }
}
