/** The serializable input of the tasks of a scan. */
package io.placed.spark.read.task;
