package io.placed.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The files of a directory. Links are followed, but not to a directory that the listing is in: its
 * files would be there again and again.
 */
final class LocalListing {
  /** By name, which directories are entered; null = directories are listed instead. */
  private final Predicate<String> enters;

  private final List<FileInfo> found;

  /** The directories that the listing is in, under the names by which it came to them. */
  private final Deque<Path> within = new ArrayDeque<>();

  LocalListing(Predicate<String> enters, List<FileInfo> found) {
    this.enters = enters;
    this.found = found;
  }

  void add(Path directory) throws IOException {
    within.push(directory);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        FileInfo info = statOrNull(entry);
        if (info == null) {
          continue;
        }
        if (enters == null || !info.directory()) {
          found.add(info);
        } else if (enters.test(entry.getFileName().toString())) {
          addIfThere(entry);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    } catch (NotDirectoryException e) {
      throw new NotDirectoryException(directory + ": is a file, not a directory");
    } finally {
      within.pop();
    }
  }

  private void addIfThere(Path directory) throws IOException {
    try {
      if (!leadsBack(directory)) {
        add(directory);
      }
    } catch (FileNotFoundException | NoSuchFileException e) {
      return; // removed since the directory above was opened
    }
  }

  /** Null if the entry was removed since the directory was opened, or is a link to nothing. */
  private static FileInfo statOrNull(Path entry) throws IOException {
    try {
      return LocalFileStore.stat(entry.toString(), entry);
    } catch (FileNotFoundException | NoSuchFileException e) {
      return null;
    } catch (FileSystemException e) {
      // There is no exception of its own for circles, and other errors must not hide files.
      if (!isCircleOrGone(entry)) {
        throw e;
      }
      return null;
    }
  }

  /**
   * Whether a link leads to itself or below itself, maybe over others, or was removed meanwhile.
   */
  private static boolean isCircleOrGone(Path link) throws IOException {
    Set<Path> seen = new HashSet<>();
    Path at = link.toAbsolutePath().normalize();
    try {
      while (Files.isSymbolicLink(at)) {
        seen.add(at);
        at = at.resolveSibling(Files.readSymbolicLink(at)).normalize();
        for (Path p = at; p != null; p = p.getParent()) {
          if (seen.contains(p)) {
            return true;
          }
        }
      }
    } catch (NoSuchFileException e) {
      return true;
    }
    return false;
  }

  /** Whether a directory is a link to one that the listing is in, or to one above. */
  private boolean leadsBack(Path directory) throws IOException {
    if (!Files.isSymbolicLink(directory)) {
      return false;
    }
    Path real = directory.toRealPath();
    for (Path above : within) {
      if (above.toRealPath().startsWith(real)) {
        return true;
      }
    }
    return false;
  }
}
