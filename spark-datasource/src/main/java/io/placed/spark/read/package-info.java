/** Scans: which files, which row groups, which columns; columns as Spark reads them. */
package io.placed.spark.read;
