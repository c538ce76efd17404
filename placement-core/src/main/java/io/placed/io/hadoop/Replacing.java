package io.placed.io.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Gives a complete file the name of another one, which is kept until the new one has it. */
final class Replacing {
  private Replacing() {}

  /** Hidden from every engine, unique, in the same directory. */
  static Path hiddenSibling(Path target) {
    return new Path(target.getParent(), "." + target.getName() + "." + UUID.randomUUID() + ".tmp");
  }

  /**
   * @throws IOException if the target is as it was, and {@code written} too; or if neither name
   *     could be given back, which the message says
   */
  static void replace(FileSystem fileSystem, Path written, Path target) throws IOException {
    Mounted from = Mounted.of(fileSystem, written, fileSystem.getConf());
    Mounted to = Mounted.of(fileSystem, target, fileSystem.getConf());
    if (from.fileSystem() instanceof DistributedFileSystem hdfs) {
      hdfs.rename(from.path(), to.path(), Options.Rename.OVERWRITE);
      return;
    }
    // Elsewhere a rename does not replace.
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
      return; // The new file stands; what is left of the former one is hidden.
    }
  }

  /** False if there is no file of that name. */
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
      throw new IOException(target + ": cannot be replaced: it cannot be renamed to " + former);
    }
    return false;
  }

  /** Whether only the answer of a rename was lost. */
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
              + "; the former file is now "
              + former,
          failure);
    }
  }
}
