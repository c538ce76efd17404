/** The names of options and properties, and which of them each use of a table supports. */
package io.placed.spark.options;
