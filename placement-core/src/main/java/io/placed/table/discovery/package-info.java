/** Discovers the files of a directory: the log, foreign files, partitions by directory names. */
package io.placed.table.discovery;
