package io.placed.table.file;

/**
 * A file of another name than those of commits that a snapshot replaced: one that the snapshot
 * before listed, or a foreign file. With another length or time it is a new file.
 */
public record ExcludedFile(String path, long length, long modifiedMillis) {}
