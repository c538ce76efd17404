/** The change feed of a table: rows that commits added and removed. */
package io.placed.table.changes;
