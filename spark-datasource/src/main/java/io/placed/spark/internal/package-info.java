/**
 * The module's interface to Spark beyond its public interfaces ({@code connector} and related
 * packages). {@link io.placed.spark.internal.Catalyst} is implemented in a subpackage; only there
 * may Spark's internal classes be used.
 */
package io.placed.spark.internal;
