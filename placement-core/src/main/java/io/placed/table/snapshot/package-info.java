/** The log: snapshots, deltas and checkpoints, and the table state derived from them. */
package io.placed.table.snapshot;
