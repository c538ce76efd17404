package io.placed.format.v1;

/** A physical block: a run of logical subsets in one file (0 = the table file). */
public record BlockEntry(int file, long offset, long length) {}
