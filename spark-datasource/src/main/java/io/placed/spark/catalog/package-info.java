/** Tables and catalogs for Spark: at a path, in the session's catalog, and Hive's tables. */
package io.placed.spark.catalog;
