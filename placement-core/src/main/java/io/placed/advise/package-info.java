/**
 * Advice on placements: which one a table should have for the queries that are asked of it, and
 * whether a rewrite pays. {@link io.placed.advise.Advisor} is the entry. {@link
 * io.placed.advise.workload} has the queries, {@link io.placed.advise.rank} values as ranks, {@link
 * io.placed.advise.order} orders of rows, {@link io.placed.advise.cost} what queries read and cost,
 * {@link io.placed.advise.columns} the search for column groups and orders, and {@link
 * io.placed.advise.report} advice as text, JSON and HTML.
 */
package io.placed.advise;
