package io.placed.table.split;

/**
 * How large tasks are to be.
 *
 * @param maxBytes bytes that a task reads at most, unless one row group has more
 * @param openCost bytes that could be read while a file is opened
 * @param minTasks tasks that a scan should have at least, if there is enough to read
 * @param maxTasks tasks that a scan should have at most; 0 = no limit
 */
public record SplitSizes(long maxBytes, long openCost, int minTasks, int maxTasks) {}
