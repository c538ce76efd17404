/** Pages to columns: readers of nodes and groups, filters on stored values, selected rows. */
package io.placed.scan.decode;
