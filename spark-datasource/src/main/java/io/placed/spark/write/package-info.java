/** Writes: rows to columns on the executors, one commit on the driver. */
package io.placed.spark.write;
