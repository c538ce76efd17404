/**
 * The experiments of the Flare project's report on Parquet: TPC-H through Spark, from CSV and from
 * columns.
 */
package io.placed.experiments.flare;
