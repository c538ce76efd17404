package io.placed.experiments.take;

/**
 * Rows that were read once.
 *
 * @param millis milliseconds
 * @param checksum of all values and of the order of the rows
 */
record Taken(double millis, long checksum) {}
