package io.placed.io;

import java.io.IOException;

/** Provides file systems by path. Thread-safe. */
public interface FileStores {
  /**
   * The store of a path, by its scheme.
   *
   * @throws IOException if the scheme is not supported or the file system is unreachable
   */
  FileStore forPath(String path) throws IOException;

  /** The local file system only. */
  static FileStores local() {
    LocalFileStore store = new LocalFileStore();
    return path -> {
      String scheme = PathNames.scheme(path);
      if (!scheme.isEmpty() && !scheme.equals("file")) {
        throw new IOException(
            path
                + ": scheme '"
                + scheme
                + "' needs a Hadoop configuration; allowed without one is file");
      }
      return store;
    };
  }
}
