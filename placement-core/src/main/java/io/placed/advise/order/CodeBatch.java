package io.placed.advise.order;

/**
 * Codes of rows.
 *
 * @param codes by filter column, by row
 * @param rows number of rows; arrays may be longer
 * @param partition that the rows belong to
 */
public record CodeBatch(char[][] codes, int rows, int partition) {}
