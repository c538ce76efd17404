/**
 * The few places that use Spark beyond its public interfaces ({@code connector} and what belongs to
 * it). A new Spark release is adapted to here.
 */
package io.placed.spark.internal;
