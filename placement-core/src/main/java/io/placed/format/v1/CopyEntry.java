package io.placed.format.v1;

/**
 * How a further copy of the table is grouped.
 *
 * @param groups number of its column groups, which follow those of the copies before it
 * @param stride as in {@link Root#stride}
 * @param layout as in {@link Root#layout}
 */
public record CopyEntry(int groups, int stride, int layout) {}
