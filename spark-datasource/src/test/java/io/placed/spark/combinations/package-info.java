/**
 * Generates random tables with random histories and queries, whose results are compared with those
 * of the same table in Parquet.
 */
package io.placed.spark.combinations;
