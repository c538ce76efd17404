package io.placed.advise.workload;

import java.util.Optional;

/** The distributions of a table's columns, which turn literals of filters into ranks. */
@FunctionalInterface
public interface QuantileSource {
  /** Knows no column, so that the values of all conditions stay unknown. */
  QuantileSource NONE = column -> Optional.empty();

  /**
   * The distribution of a top-level column; empty if it is not known, as of nested types.
   *
   * @param column of exactly this name
   */
  Optional<ColumnQuantiles> quantiles(String column);
}
