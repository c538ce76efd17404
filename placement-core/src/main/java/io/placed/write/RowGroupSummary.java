package io.placed.write;

/**
 * A row group that was written.
 *
 * @param rows number of rows
 * @param offset first byte
 * @param length bytes
 */
public record RowGroupSummary(long rows, long offset, long length) {}
