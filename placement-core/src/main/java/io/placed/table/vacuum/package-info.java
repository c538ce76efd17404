/** Expired snapshots, and files that no retained snapshot lists. */
package io.placed.table.vacuum;
