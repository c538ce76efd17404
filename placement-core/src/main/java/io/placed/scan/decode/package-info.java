/** Decodes pages to columns: readers of nodes and groups, filters on encoded data, selections. */
package io.placed.scan.decode;
