/**
 * A generator of combinations: random tables with random histories, and random queries on them,
 * whose rows are compared with those of the same table in Parquet.
 */
package io.placed.spark.combinations;
