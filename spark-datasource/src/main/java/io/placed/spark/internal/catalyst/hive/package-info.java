/**
 * Tables of a Hive metastore that are STORED AS PLACED, and the commands that Spark has for Hive
 * tables.
 */
package io.placed.spark.internal.catalyst.hive;
