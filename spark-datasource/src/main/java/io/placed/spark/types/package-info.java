/** Conversion between Spark's types and those of the core. */
package io.placed.spark.types;
