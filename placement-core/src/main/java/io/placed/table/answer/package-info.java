/** Aggregates and statistics from what the snapshot knows of the files: none is opened. */
package io.placed.table.answer;
