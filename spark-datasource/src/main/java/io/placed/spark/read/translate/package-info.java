/** Translation of Spark's filters and aggregates to predicates and expressions of the core. */
package io.placed.spark.read.translate;
