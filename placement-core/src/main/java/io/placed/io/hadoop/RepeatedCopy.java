package io.placed.io.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Completes renames of stores that copy. If the answer to the copy is lost, the client repeats it,
 * finds its own copy in the place of the target, and reports that the rename failed.
 */
final class RepeatedCopy {
  private static final int BUFFER_BYTES = 1 << 20;

  private RepeatedCopy() {}

  /**
   * Removes the source if the target is its copy.
   *
   * @return whether it is, so that the rename is done
   */
  static boolean complete(FileSystem fileSystem, Path from, Path to) throws IOException {
    if (!isCopy(fileSystem, from, to)) {
      return false;
    }
    fileSystem.delete(from, false);
    return true;
  }

  private static boolean isCopy(FileSystem fileSystem, Path from, Path to) throws IOException {
    try {
      FileStatus source = fileSystem.getFileStatus(from);
      FileStatus target = fileSystem.getFileStatus(to);
      if (!source.isFile() || !target.isFile() || source.getLen() != target.getLen()) {
        return false;
      }
    } catch (FileNotFoundException e) {
      return false;
    }
    byte[] left = new byte[BUFFER_BYTES];
    byte[] right = new byte[BUFFER_BYTES];
    try (InputStream source = fileSystem.open(from);
        InputStream target = fileSystem.open(to)) {
      while (true) {
        int n = source.readNBytes(left, 0, left.length);
        int m = target.readNBytes(right, 0, right.length);
        if (n != m || !Arrays.equals(left, 0, n, right, 0, n)) {
          return false;
        }
        if (n < left.length) {
          return true;
        }
      }
    }
  }
}
