/** Files to slices and tasks: divided at row groups, ordered, by partition, sampled. */
package io.placed.table.split;
