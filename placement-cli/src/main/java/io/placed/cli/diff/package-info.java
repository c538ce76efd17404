/** Compares two tables: their columns, and their rows as multisets. */
package io.placed.cli.diff;
