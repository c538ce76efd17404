/**
 * Search for column groups and column orders: {@link io.placed.advise.columns.ColumnSizes} has the
 * sizes of columns, {@link io.placed.advise.columns.CostModel} the cost of reading them from a
 * device. {@link io.placed.advise.columns.PlacementSearch} resolves the searches of a Placement.
 */
package io.placed.advise.columns;
