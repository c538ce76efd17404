/** Columns by field id: bindings of writes to the table, merged schemas, changes of columns. */
package io.placed.table.evolution;
