/**
 * Spark 4.2 beyond its public interfaces: the only package that may use these, and one that is
 * loaded only by name. Other releases get packages of their own.
 */
package io.placed.spark.internal.v42;
