/** Batches of the core as Spark's columnar batches, and the columns that no file holds. */
package io.placed.spark.read.vector;
