/**
 * Tables for tests, benchmarks and the demo: the generators of TPC-H, TPC-DS, SSB and SS-DB,
 * made-up wide tables, and CSV files, as batches of rows or as tables of Spark. The same name and
 * scale are the same rows everywhere.
 */
package io.placed.datasets;
