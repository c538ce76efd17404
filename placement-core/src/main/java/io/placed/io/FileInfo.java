package io.placed.io;

/**
 * A file or directory.
 *
 * @param path in the store's own form, see {@link FileStore#qualify}
 * @param length in bytes; 0 for a directory
 * @param modifiedMillis modification time, in milliseconds since 1970-01-01T00:00:00Z; 0 if the
 *     store has none
 */
public record FileInfo(String path, long length, long modifiedMillis, boolean directory) {}
