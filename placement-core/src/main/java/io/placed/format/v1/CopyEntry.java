package io.placed.format.v1;

/**
 * The column groups of a further copy of the table.
 *
 * @param groups number of its column groups, numbered after those of the copies before it
 * @param stride as in {@link Root#stride}
 * @param layout as in {@link Root#layout}
 */
public record CopyEntry(int groups, int stride, int layout) {}
