/**
 * Spark beyond its public interfaces: the only package that may use these, and one that is loaded
 * only by name. It is compiled for each release of Spark; the classes that differ are in {@code
 * versions/spark-…} and {@code versions/scala-…}.
 */
package io.placed.spark.internal.catalyst;
