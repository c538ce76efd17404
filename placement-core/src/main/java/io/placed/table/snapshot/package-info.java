/** The log: snapshots, deltas and checkpoints, and the state of a table that they give. */
package io.placed.table.snapshot;
