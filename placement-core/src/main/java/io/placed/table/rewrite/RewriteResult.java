package io.placed.table.rewrite;

/**
 * The result of a rewrite.
 *
 * @param snapshot the new snapshot; the previous one if there was nothing to do
 * @param rows of the replaced files
 * @param filesReused how many of the new files an earlier attempt had written
 */
public record RewriteResult(
    long snapshot,
    long rows,
    int filesBefore,
    int filesAfter,
    int filesReused,
    long bytesBefore,
    long bytesAfter) {}
