/**
 * Public interfaces of Spark that differ between its releases, in a form that the rest of the
 * module can implement for all of them. Most of this package is in {@code versions/spark-…}: see
 * {@code docs/design/spark-versions.md}.
 */
package io.placed.spark.version;
