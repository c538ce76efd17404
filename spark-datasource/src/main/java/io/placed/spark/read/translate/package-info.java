/** Spark's filters and aggregates in terms of predicates and expressions of the core. */
package io.placed.spark.read.translate;
