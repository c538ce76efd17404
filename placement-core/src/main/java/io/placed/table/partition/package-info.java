/** Partitioning of a table by columns and by transforms of columns, and what it says of rows. */
package io.placed.table.partition;
