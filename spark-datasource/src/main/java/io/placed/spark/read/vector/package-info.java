/** Batches of the core as Spark's columnar batches, and columns that are not stored in files. */
package io.placed.spark.read.vector;
