/** Another placement for the files of a table, in one commit that can be resumed. */
package io.placed.table.rewrite;
