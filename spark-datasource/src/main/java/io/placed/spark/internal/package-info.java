/**
 * Spark beyond its public interfaces ({@code connector} and what belongs to it), as the rest of the
 * module sees it. {@link io.placed.spark.internal.Catalyst} is implemented once per release of
 * Spark, in a package below this one; only there may Spark's internal classes be used.
 */
package io.placed.spark.internal;
