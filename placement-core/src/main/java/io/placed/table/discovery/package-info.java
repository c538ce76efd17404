/** What lies in a directory: the log, foreign files beside it, partitions by directory names. */
package io.placed.table.discovery;
