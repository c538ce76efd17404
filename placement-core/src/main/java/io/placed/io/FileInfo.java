package io.placed.io;

/**
 * A file or directory.
 *
 * @param path in the store's own form, see {@link FileStore#qualify}
 * @param length in bytes; 0 for a directory
 * @param modifiedMillis time of the last change, in milliseconds since 1970-01-01T00:00:00Z; 0 if
 *     the store does not keep it
 */
public record FileInfo(String path, long length, long modifiedMillis, boolean directory) {}
