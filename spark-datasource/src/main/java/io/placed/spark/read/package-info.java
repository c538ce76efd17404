/** Scans: selection of files, row groups and columns, and the reports to Spark's optimizer. */
package io.placed.spark.read;
