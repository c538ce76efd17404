/**
 * Advice on placements: which one a table should have for the queries that are asked of it. {@link
 * io.placed.advise.workload} has the queries, {@link io.placed.advise.columns} the search for
 * column groups and orders.
 */
package io.placed.advise;
