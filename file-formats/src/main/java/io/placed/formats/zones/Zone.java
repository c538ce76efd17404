package io.placed.formats.zones;

import io.placed.statistics.ColumnStatistics;

/**
 * Rows of a row group whose values of a column are between known bounds.
 *
 * @param from first row, from the start of the row group
 * @param to end, exclusive
 * @param statistics null if nothing is known
 */
public record Zone(long from, long to, ColumnStatistics statistics) {}
