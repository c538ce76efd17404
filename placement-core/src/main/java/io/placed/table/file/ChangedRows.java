package io.placed.table.file;

import java.io.Serializable;

/**
 * Rows of a file that a commit deleted or brought back: those of a deletion vector that another
 * one, {@link DataFile#deletes}, does not have.
 *
 * @param vector that has the rows
 * @param rows number of the rows
 */
public record ChangedRows(Deletes vector, long rows) implements Serializable {}
