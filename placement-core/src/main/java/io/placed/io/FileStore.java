package io.placed.io;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/**
 * One file system. Thread-safe. Every exception names the path; a file that is not there is a
 * {@link java.io.FileNotFoundException}.
 */
public interface FileStore {
  /**
   * The path in the form in which {@link #list} and {@link #stat} name files: absolute, and with a
   * scheme unless the store is the local one.
   */
  String qualify(String path) throws IOException;

  /**
   * A file that is there.
   *
   * @throws java.io.FileNotFoundException if it is not, or is a directory
   */
  InputFile input(String path) throws IOException;

  /** A file of known length in bytes; nothing is asked of the file system until it is read. */
  InputFile input(String path, long length);

  /**
   * Starts a file; parent directories are made.
   *
   * @throws IOException if the file exists and may not be overwritten
   */
  PositionOutput create(String path, CreateOptions options) throws IOException;

  /**
   * Starts a file that will be for the same people as another one: owner, group, permissions and
   * access control list are those of {@code model} before it stands under its name, and until then
   * only its owner may read it. Stores of objects, which keep no permissions, do as {@link
   * #create}.
   *
   * @param model a file that is there
   * @param options {@code atomic} must be set
   * @throws IOException on creation or on close if the owner or group cannot be the same
   */
  PositionOutput createLike(String path, CreateOptions options, String model) throws IOException;

  FileInfo stat(String path) throws IOException;

  /**
   * The blocks in which the file is kept, and the nodes that hold them; {@link FileBlocks#NONE} for
   * a local disk or an object store.
   *
   * @throws java.io.FileNotFoundException if it is not there, or is a directory
   */
  FileBlocks blocks(String path) throws IOException;

  boolean exists(String path) throws IOException;

  /**
   * What is in a directory, sorted by path: files and directories, or with {@code recursive} all
   * files below it and no directories. A directory below it that vanishes meanwhile counts as
   * empty.
   *
   * @throws java.io.FileNotFoundException if the directory is not there
   */
  List<FileInfo> list(String directory, boolean recursive) throws IOException;

  /**
   * All files below a directory, sorted by path, but for those in directories that are not entered.
   * A directory below it that vanishes meanwhile counts as empty.
   *
   * @param enters asked by name about each directory below it
   * @throws java.io.FileNotFoundException if the directory is not there
   */
  List<FileInfo> walk(String directory, Predicate<String> enters) throws IOException;

  /**
   * Whether a file that {@link #walk} gave is reached through a link to a directory, so that it may
   * belong to somebody else. Stores without such links say no.
   */
  default boolean isLinked(String directory, String path) throws IOException {
    return false;
  }

  /**
   * Removes a file, or a directory with {@code recursive} or when it is empty.
   *
   * @return false if there was nothing
   */
  boolean delete(String path, boolean recursive) throws IOException;

  /** Makes the directory and its parents; one that is there already is left as it is. */
  void mkdirs(String path) throws IOException;

  /**
   * Gives a file another name; the parent of the new name is made.
   *
   * @throws IOException if something has that name already
   */
  void rename(String from, String to) throws IOException;

  /**
   * Makes the file with this content unless it exists: all of it or nothing, durable on return. Of
   * several callers, in any number of processes, at most one gets true. Parent directories are
   * made.
   *
   * @param content UTF-8 text that ends with a line feed, because commit protocols of object stores
   *     are written for lines
   * @return false if the file exists
   * @throws IllegalArgumentException if the content is something else
   */
  boolean putIfAbsent(String path, byte[] content) throws IOException;

  /**
   * The content of a small file.
   *
   * @throws IOException if it is longer than an array can be
   */
  byte[] readAll(String path) throws IOException;
}
