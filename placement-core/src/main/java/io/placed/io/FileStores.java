package io.placed.io;

import java.io.IOException;

/** The file systems that there are. Thread-safe. */
public interface FileStores {
  /**
   * The store of a path, by its scheme.
   *
   * @throws IOException if there is no such file system or it cannot be reached
   */
  FileStore forPath(String path) throws IOException;

  /** The local file system only. */
  static FileStores local() {
    LocalFileStore store = new LocalFileStore();
    return path -> {
      String scheme = PathNames.scheme(path);
      if (!scheme.isEmpty() && !scheme.equals("file")) {
        throw new IOException(
            path + ": no file system for scheme '" + scheme + "' without a Hadoop configuration");
      }
      return store;
    };
  }
}
