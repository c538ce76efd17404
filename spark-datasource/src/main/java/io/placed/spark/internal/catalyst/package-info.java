/**
 * Spark beyond its public interfaces: this package and those in it are the only ones that may use
 * these, and are loaded only by name. They are compiled for each release of Spark; the classes that
 * differ are in {@code versions/spark-…} and {@code versions/scala-…}.
 */
package io.placed.spark.internal.catalyst;
