package io.placed.table.salvage;

/**
 * Values of a damaged table that cannot be read.
 *
 * @param path of the data file
 * @param firstRow number in the file of the first row that has lost its value
 * @param rows number of consecutive rows from there on, those included that were deleted
 * @param column name in the table; null if the rows are lost with all their columns
 * @param detail what was found in the file
 */
public record Loss(String path, long firstRow, long rows, String column, String detail) {}
