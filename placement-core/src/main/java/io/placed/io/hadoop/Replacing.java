package io.placed.io.hadoop;

import io.placed.io.PathNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Replaces a file by a complete one; the previous file is kept until then. */
final class Replacing {
  private Replacing() {}

  /** A unique name, hidden from engines, in the same directory. */
  static Path hiddenSibling(Path target) {
    return new Path(target.getParent(), PathNames.temporary(target.getName()));
  }

  /**
   * @throws IOException if both target and {@code written} are unchanged; or if the target could
   *     not be restored, as the message says
   */
  static void replace(FileSystem fileSystem, Path written, Path target) throws IOException {
    Mounted from = Mounted.of(fileSystem, written, fileSystem.getConf());
    Mounted to = Mounted.of(fileSystem, target, fileSystem.getConf());
    if (from.fileSystem() instanceof DistributedFileSystem hdfs) {
      hdfs.rename(from.path(), to.path(), Options.Rename.OVERWRITE);
      return;
    }
    // On others a rename does not replace.
    Path former = hiddenSibling(target);
    if (!moveAside(fileSystem, target, former)) {
      HadoopFileStore.renameToNew(fileSystem, written, target);
      return;
    }
    try {
      HadoopFileStore.renameToNew(fileSystem, written, target);
    } catch (IOException | RuntimeException e) {
      if (!hasMoved(fileSystem, written, target, e)) {
        restore(fileSystem, former, target, e);
        throw e;
      }
    }
    try {
      fileSystem.delete(former, false);
    } catch (IOException e) {
      return; // The new file is in place; a leftover of the previous one is hidden.
    }
  }

  /** False if the file does not exist. */
  private static boolean moveAside(FileSystem fileSystem, Path target, Path former)
      throws IOException {
    try {
      if (fileSystem.rename(target, former)) {
        return true;
      }
    } catch (FileNotFoundException e) {
      return false;
    }
    if (fileSystem.exists(target)) {
      throw new IOException(target + ": cannot be replaced: renaming it to " + former + " failed");
    }
    return false;
  }

  /** Whether a rename succeeded and only its response was lost. */
  private static boolean hasMoved(
      FileSystem fileSystem, Path written, Path target, Exception failure) {
    try {
      return !fileSystem.exists(written) && fileSystem.exists(target);
    } catch (IOException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  private static void restore(FileSystem fileSystem, Path former, Path target, Exception failure)
      throws IOException {
    try {
      HadoopFileStore.renameToNew(fileSystem, former, target);
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
      throw new IOException(
          target
              + ": could not be replaced: "
              + failure.getMessage()
              + "; the previous file is now "
              + former,
          failure);
    }
  }
}
