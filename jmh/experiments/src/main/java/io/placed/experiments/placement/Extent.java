package io.placed.experiments.placement;

/**
 * Bytes of a file that hold values of one column, or of columns that lie together.
 *
 * @param unit the column or group, in the order in which they lie
 * @param part its place among those of the same row group and unit
 * @param file number of the file
 */
record Extent(int rowGroup, int unit, int part, int file, long offset, long length) {}
