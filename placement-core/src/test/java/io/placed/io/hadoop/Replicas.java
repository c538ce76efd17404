package io.placed.io.hadoop;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Replicas that a NameNode knows. A file is closed as soon as one DataNode has reported its last
 * block; the others report it some time later.
 */
public final class Replicas {
  private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(2);

  private Replicas() {}

  /**
   * Waits until each block has so many.
   *
   * @param path a file, or a directory with all below it
   */
  public static void await(FileSystem fileSystem, String path, int replicas) throws IOException {
    long begun = System.nanoTime();
    while (!areKnown(fileSystem, path, replicas)) {
      if (System.nanoTime() - begun > LIMIT_NANOS) {
        throw new IOException(path + ": no " + replicas + " replicas of each block");
      }
      Thread.onSpinWait();
    }
  }

  private static boolean areKnown(FileSystem fileSystem, String path, int replicas)
      throws IOException {
    RemoteIterator<LocatedFileStatus> files = fileSystem.listFiles(new Path(path), true);
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      for (var block : file.getBlockLocations()) {
        if (block.getHosts().length < replicas) {
          return false;
        }
      }
    }
    return true;
  }
}
