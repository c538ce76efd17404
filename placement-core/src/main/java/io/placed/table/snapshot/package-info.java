/** The log: snapshots, and the state of the table that each describes. */
package io.placed.table.snapshot;
