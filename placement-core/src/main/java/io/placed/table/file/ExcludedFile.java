package io.placed.table.file;

/** A foreign file that a snapshot replaced; one of other length or time is a new file. */
public record ExcludedFile(String path, long length, long modifiedMillis) {}
