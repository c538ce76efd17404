package io.placed.table.rewrite;

/**
 * What a rewrite did.
 *
 * @param snapshot the new snapshot; the one that was there if there was nothing to do
 * @param rows of the files that were replaced
 * @param filesReused how many of the new files an earlier try had written
 */
public record RewriteResult(
    long snapshot,
    long rows,
    int filesBefore,
    int filesAfter,
    int filesReused,
    long bytesBefore,
    long bytesAfter) {}
