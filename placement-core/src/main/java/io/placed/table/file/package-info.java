/** Data files of a table: their names, partitions and statistics, and their JSON. */
package io.placed.table.file;
