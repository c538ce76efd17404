package io.placed.io;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A file system. Thread-safe. Every exception names the path; a missing file is a {@link
 * java.io.FileNotFoundException}.
 */
public interface FileStore {
  /**
   * The path as {@link #list} and {@link #stat} return it: absolute, and with a scheme unless the
   * store is local.
   */
  String qualify(String path) throws IOException;

  /**
   * An existing file.
   *
   * @throws java.io.FileNotFoundException if it does not exist, or is a directory
   */
  InputFile input(String path) throws IOException;

  /** A file of known length in bytes; does no I/O until it is read. */
  InputFile input(String path, long length);

  /**
   * Creates a file and its parent directories.
   *
   * @throws IOException if the file exists and may not be overwritten
   */
  PositionOutput create(String path, CreateOptions options) throws IOException;

  /**
   * Creates a file with the access rights of another one: it gets owner, group, permissions and ACL
   * of {@code model} before it becomes visible, and until then only its owner may read it. On
   * object stores, which have no permissions, the same as {@link #create}.
   *
   * @param model an existing file
   * @param options {@code atomic} must be set
   * @throws IOException on creation or on close if owner or group cannot be set
   */
  PositionOutput createLike(String path, CreateOptions options, String model) throws IOException;

  FileInfo stat(String path) throws IOException;

  /**
   * The blocks of a file and their nodes; {@link FileBlocks#NONE} for a local disk or an object
   * store.
   *
   * @throws java.io.FileNotFoundException if it does not exist, or is a directory
   */
  FileBlocks blocks(String path) throws IOException;

  /**
   * The blocks of several files, with as few requests as the store allows; none at all for a local
   * disk or an object store. A file that is not there has no entry.
   *
   * @param paths as {@link #qualify} returns them
   */
  default Map<String, List<FileBlocks.Block>> locate(Collection<String> paths) throws IOException {
    return Map.of();
  }

  boolean exists(String path) throws IOException;

  /**
   * Lists a directory, sorted by path: files and directories, or with {@code recursive} all files
   * below it and no directories. A subdirectory that is removed meanwhile counts as empty.
   *
   * @throws java.io.FileNotFoundException if the directory does not exist
   */
  List<FileInfo> list(String directory, boolean recursive) throws IOException;

  /**
   * All files below a directory, sorted by path, without those in directories that are not entered.
   * A subdirectory that is removed meanwhile counts as empty.
   *
   * @param enters decides by name which subdirectories are entered
   * @throws java.io.FileNotFoundException if the directory does not exist
   */
  List<FileInfo> walk(String directory, Predicate<String> enters) throws IOException;

  /**
   * Whether a file of {@link #walk} was reached through a symbolic link to a directory, so that it
   * may belong to another table. False on stores without links.
   */
  default boolean isLinked(String directory, String path) throws IOException {
    return false;
  }

  /**
   * The path without symbolic links, as far as it exists, by which two names of one directory can
   * be compared. On stores without links it is the same as {@link #qualify}.
   */
  default String realPath(String path) throws IOException {
    return qualify(path);
  }

  /**
   * Removes a file, or a directory if it is empty or with {@code recursive}.
   *
   * @return false if it did not exist
   */
  boolean delete(String path, boolean recursive) throws IOException;

  /**
   * Removes files, as many as possible.
   *
   * @throws IOException the first one if some could not be removed
   */
  default void deleteFiles(Collection<String> paths) throws IOException {
    IOException failure = null;
    for (String path : paths) {
      try {
        delete(path, false);
      } catch (IOException e) {
        failure = failure == null ? e : failure; // The others go nevertheless.
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Creates the directory and its parents, unless they exist. */
  void mkdirs(String path) throws IOException;

  /**
   * Renames a file, creating the parent of the new name.
   *
   * @throws IOException if the new name exists
   */
  void rename(String from, String to) throws IOException;

  /**
   * Creates a file with this content unless it exists: atomic, and durable on return. Of several
   * callers in any number of processes at most one gets true. Creates parent directories.
   *
   * @param content UTF-8 text that ends with a line feed, because the commit protocols of object
   *     stores work on lines
   * @return false if the file exists
   * @throws IllegalArgumentException for other content
   */
  boolean putIfAbsent(String path, byte[] content) throws IOException;

  /** The machine of the processes that use this store. */
  default Machine machine() {
    return Machine.THIS;
  }

  /**
   * Reads a small file.
   *
   * @throws IOException if it exceeds the maximum length of an array
   */
  byte[] readAll(String path) throws IOException;
}
