/** Compaction whose cost depends on what was added: merges of small and of overlapping files. */
package io.placed.table.optimize;
