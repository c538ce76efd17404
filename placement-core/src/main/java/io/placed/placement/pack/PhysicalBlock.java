package io.placed.placement.pack;

/**
 * A physical block of one file.
 *
 * @param file number of the file: 0 is the table file, k its sibling k
 * @param offset byte of the file at which it starts
 * @param length in bytes, including any bytes before its first and after its last row group
 */
public record PhysicalBlock(int file, long offset, long length) {}
