package io.placed.advise;

import io.placed.advise.cost.ColumnCost;
import io.placed.advise.cost.Objective;
import io.placed.placement.Placement;
import java.util.List;

/**
 * A layout, and what every query costs under it.
 *
 * @param isCurrent whether it is the layout that the table has
 * @param columns costs by position in the schema
 * @param rowBytes stored bytes of a row
 * @param writeNanosPerRow to write the measured columns
 * @param queries by query
 */
record LayoutCost(
    Placement placement,
    boolean isCurrent,
    ColumnCost[] columns,
    double rowBytes,
    double writeNanosPerRow,
    List<Advice.Reads> queries) {
  /** Mean objective of the queries by weight. */
  double objective(Objective of, double[] weights) {
    return QueryCost.mean(queries, weights).objective(of);
  }
}
