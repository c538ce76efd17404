/** Rewrites the files of a table with another placement, in one commit; can be resumed. */
package io.placed.table.rewrite;
