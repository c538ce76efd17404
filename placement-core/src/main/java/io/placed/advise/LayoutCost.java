package io.placed.advise;

import io.placed.advise.cost.ColumnCost;
import io.placed.advise.cost.Objective;
import io.placed.placement.Placement;
import java.util.BitSet;
import java.util.List;

/**
 * A layout, and what every query costs under it.
 *
 * @param placement of the table
 * @param design null for the layout that the table has
 * @param columns costs by position in the schema; those that it does not store cost nothing
 * @param stored positions of the columns that it has; a copy has few
 * @param rowBytes stored bytes of a row, in all copies of the placement
 * @param readBytes of the table that are read to write it
 * @param writeNanosPerRow to write the measured columns
 * @param queries by query; without meaning if the layout lacks a column of the query
 */
record LayoutCost(
    Placement placement,
    Design design,
    ColumnCost[] columns,
    BitSet stored,
    double rowBytes,
    double readBytes,
    double writeNanosPerRow,
    List<Advice.Reads> queries) {
  /** Whether it is the layout that the table has. */
  boolean isCurrent() {
    return design == null;
  }

  /** Mean objective of the queries by weight. */
  double objective(Objective of, double[] weights) {
    return QueryCost.mean(queries, weights).objective(of);
  }
}
