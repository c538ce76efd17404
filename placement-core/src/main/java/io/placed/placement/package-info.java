/**
 * The value that says how a table is laid out, {@link io.placed.placement.Placement}, with its text
 * form and presets. The three functions that it joins are the packages {@code reorder} (f_RR),
 * {@code partition} (f_TP) and {@code pack} (f_DP), which do not know each other.
 */
package io.placed.placement;
