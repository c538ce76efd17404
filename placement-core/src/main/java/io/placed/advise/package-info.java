/**
 * Finding a placement: a {@link io.placed.advise.Workload} says which columns queries need, {@link
 * io.placed.advise.ColumnSizes} what columns take, {@link io.placed.advise.CostModel} what reading
 * them costs on a device. {@link io.placed.advise.PlacementSearch} replaces what a Placement leaves
 * to be found by what was found.
 */
package io.placed.advise;
