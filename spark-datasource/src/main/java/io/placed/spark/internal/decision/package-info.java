/**
 * What rules and catalogs decide about names, options and definitions of tables, written once for
 * all releases of Spark.
 */
package io.placed.spark.internal.decision;
