/**
 * The layout of a table, {@link io.placed.placement.Placement}, with its text form and presets. Its
 * three functions are implemented in the independent packages {@code reorder} (f_RR), {@code
 * partition} (f_TP) and {@code pack} (f_DP).
 */
package io.placed.placement;
