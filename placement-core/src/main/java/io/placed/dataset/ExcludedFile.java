package io.placed.dataset;

/** A foreign file that a snapshot replaced; one of other length or time is a new file. */
record ExcludedFile(String path, long length, long modifiedMillis) {}
