package io.placed.table.file;

/** A foreign file that a snapshot replaced; with another length or time it is a new file. */
public record ExcludedFile(String path, long length, long modifiedMillis) {}
