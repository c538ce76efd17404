/** Deletion vectors: which rows of data files are deleted. */
package io.placed.table.deletes;
