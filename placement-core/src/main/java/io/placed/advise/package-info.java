/**
 * Search for placements: a {@link io.placed.advise.Workload} lists the columns that queries need,
 * {@link io.placed.advise.ColumnSizes} has the sizes of columns, {@link io.placed.advise.CostModel}
 * the cost of reading them from a device. {@link io.placed.advise.PlacementSearch} resolves the
 * searches of a Placement.
 */
package io.placed.advise;
