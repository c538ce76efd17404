package io.placed.scan;

/**
 * A row group of an open file.
 *
 * @param rows number of rows
 * @param pageRows rows of every page but the last
 * @param offset first byte
 * @param length bytes of its data
 */
public record RowGroupInfo(int rows, int pageRows, long offset, long length) {}
