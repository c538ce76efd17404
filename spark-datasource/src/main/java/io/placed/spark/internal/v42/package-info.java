/**
 * Spark 4.2 beyond its public interfaces: the only package that may use them, and one that nothing
 * uses by its name. Another release gets a package of its own beside it.
 */
package io.placed.spark.internal.v42;
