package io.placed.table.rewrite;

/**
 * What a deletion of rows did.
 *
 * @param snapshot that has it; the latest one if no row matched
 * @param rows number of rows that were deleted
 * @param filesMarked files that stay, with a deletion vector
 * @param filesRewritten files that were replaced by others with the remaining rows
 * @param filesRemoved files of which no row is left
 */
public record DeleteResult(
    long snapshot, long rows, int filesMarked, int filesRewritten, int filesRemoved) {}
